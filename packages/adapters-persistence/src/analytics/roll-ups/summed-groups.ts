import type { GroupPlan, ReportColumnKind, ReportMeasure, ReportRelation } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { fitsLatest, latestGroups } from '../facts/latest-lines.ts';
import { type Ranged, rangeOf } from '../plan-range.ts';
import { conditionOf } from '../report-conditions.ts';
import { keyOf, kindOfMeasure } from '../report-measures.ts';
import { inOrder, type Piece, type Scope, typeOf } from '../report-scope.ts';
import { fitsVisitors, visitorGroups } from '../visitors.ts';
import { fitsOf, type SummaryFit, type SummedMeasure } from './summary-fit.ts';
import { summaryRows } from './summary-rows.ts';

/** Called for each choice between roll-ups and facts, with the name of the roll-up or `facts`. */
export type OnSource = (source: string) => void;

interface SummedQuery {
  readonly plan: GroupPlan;
  readonly relation: ReportRelation;
  readonly zone: string;
  /** Computes measures of the plan from facts. */
  fromFacts(plan: GroupPlan): Piece;
  readonly onSource: OnSource;
}

/** Keys and measures, each from the cheapest source: a roll-up if one can answer it, else facts. */
export function summedGroups({ plan, relation, zone, fromFacts, onSource }: SummedQuery): Piece {
  const ranged = rangeOf(plan, relation);
  if (!ranged) return fromFacts(plan);
  const fits = fitsOf(plan, relation, ranged);
  const taken = new Set(fits.flatMap(({ measures }) => Object.keys(measures)));
  const counted = Object.entries(plan.measures).filter(([, { op }]) => op !== 'quotient');
  const left = counted.filter(([name]) => !taken.has(name));
  const visitors = left.flatMap(([name, measure]) => (fitsVisitors(plan, measure, ranged) ? [name] : []));
  const found = { plan, ranged, fits };
  const latest = left.flatMap(([name, measure]) => (fitsLatest(measure, found) ? [name] : []));
  const rest = left.filter(([name]) => !visitors.includes(name) && !latest.includes(name));
  const parts: SummedPart[] = fits.map((fit) => ({
    names: Object.keys(fit.measures),
    rows: groupsOfSummary(fit, { plan, relation, zone, ranged }),
  }));
  for (const name of latest)
    parts.push({ names: [name], rows: latestGroups(name, found, parts[0]?.rows ?? fromFacts(plan)) });
  for (const name of visitors) {
    const facts = fromFacts({ ...plan, measures: { [name]: plan.measures[name] as ReportMeasure } });
    parts.push({ names: [name], rows: visitorGroups({ plan, name, ranged, facts }) });
  }
  if (rest.length > 0 || counted.length === 0)
    parts.push({ names: rest.map(([name]) => name), rows: fromFacts({ ...plan, measures: Object.fromEntries(rest) }) });
  for (const fit of fits) onSource(fit.summary.name);
  for (const _ of visitors) onSource('customer_day');
  for (const _ of latest) onSource('latest lines');
  if (rest.length > 0) onSource('facts');
  return together(parts, plan, relation);
}

interface SummedPart {
  readonly names: readonly string[];
  readonly rows: Piece;
}

/** Joins groups whose measures come from several sources. */
function together(parts: readonly SummedPart[], plan: GroupPlan, relation: ReportRelation): Piece {
  const [only] = parts;
  if (only && parts.length === 1) return only.rows;
  const keys = Object.keys(plan.keys);
  const all = parts.flatMap(({ names }) => names);
  const kindOf = (name: string): ReportColumnKind => kindOfMeasure(relation, plan.measures[name] as ReportMeasure);
  const nothing = (name: string) =>
    kindOf(name) === 'whole' ? sql`null::numeric` : sql`null::${typeOf(kindOf(name))}`;
  const arms = parts.map(({ names, rows }) => {
    const own = all.map(
      (name) => sql`${names.includes(name) ? sql.id('part', name) : nothing(name)} as ${sql.id(name)}`,
    );
    return sql`select ${sql.join([...keys.map((key) => sql.id('part', key)), ...own])} from (${rows}) part`;
  });
  const merged = all.map((name) =>
    plan.measures[name]?.op === 'greatest'
      ? sql`max(${inOrder(kindOf(name), sql.id('parts', name))}) as ${sql.id(name)}`
      : sql`coalesce(max(${sql.id('parts', name)}), 0) as ${sql.id(name)}`,
  );
  const columns = [...keys.map((key) => sql.id('parts', key)), ...merged];
  const grouping = keys.length === 0 ? sql`` : sql`group by ${sql.join(keys.map((_, index) => sql.lit(index + 1)))}`;
  return sql`select ${sql.join(columns)} from (${sql.join(arms, sql` union all `)}) parts ${grouping}`;
}

interface GroupInput {
  readonly plan: GroupPlan;
  readonly relation: ReportRelation;
  readonly zone: string;
  readonly ranged: Ranged;
}

function groupsOfSummary(fit: SummaryFit, { plan, relation, zone, ranged }: GroupInput): Piece {
  const { summary, excluded, where } = fit;
  const interval = Object.values(plan.keys).flatMap((key) => ('interval' in key ? [key.interval] : []))[0];
  const columns = { ...summary.columns, ...summary.zeros, [ranged.path]: 't.at' };
  const scope: Scope = {
    relation,
    alias: 't',
    joined: new Map(),
    zone,
    columns: new Map(Object.entries(columns).map(([path, column]) => [path, sql.raw(`(${column})`)])),
  };
  const keys = Object.entries(plan.keys).map(([name, key]) => sql`${keyOf(scope, key)} as ${sql.id(name)}`);
  const measures = Object.entries(fit.measures).map(
    ([name, measure]) => sql`${summed(scope, measure, kindIn(plan, relation, name))} as ${sql.id(name)}`,
  );
  const grouping = keys.length === 0 ? sql`` : sql`group by ${sql.join(keys.map((_, index) => sql.lit(index + 1)))}`;
  const countsKeys = Object.values(fit.measures).some(({ op }) => op === 'distinct');
  const rows = summaryRows({ summary, excluded, ranged, interval, countsKeys });
  return sql`select ${sql.join([...keys, ...measures])} from ${rows}
    where ${conditionOf(scope, { op: 'all', of: where })} ${grouping} ${keys.length === 0 ? sql`` : havingFacts(summary)}`;
}

/** Leaves out groups without facts: their sums were taken off again, or they are of another table. */
function havingFacts({ only, rows }: SummaryFit['summary']): Piece {
  if (only !== undefined) return sql`having ${sql.raw(only)}`;
  return 'pending' in rows ? sql`having sum(t.entries) <> 0` : sql``;
}

const kindIn = (plan: GroupPlan, relation: ReportRelation, name: string): ReportColumnKind =>
  kindOfMeasure(relation, plan.measures[name] as ReportMeasure);

function summed(scope: Scope, { op, of, where }: SummedMeasure, kind: ReportColumnKind): Piece {
  const filter = where ? sql` filter (where ${conditionOf(scope, where)})` : sql``;
  if (op === 'sum') return sql`coalesce(sum(${sql.raw(of)})${filter}, 0)`;
  if (op === 'distinct') return sql`count(distinct ${sql.raw(of)})${filter}`;
  return sql`max(${inOrder(kind, sql.raw(of))})${filter}`;
}
