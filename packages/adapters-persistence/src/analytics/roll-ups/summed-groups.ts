import { aggregatesOf, type GroupPlan, type ReportColumnKind, type ReportRelation } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { fitsLatest, latestGroups } from '../facts/latest-lines.ts';
import { type Ranged, rangeOf } from '../plan-range.ts';
import { conditionOf } from '../report-conditions.ts';
import { keyOf, kindOfMeasure, truncated } from '../report-measures.ts';
import { inOrder, named, type Piece, type Scope } from '../report-scope.ts';
import { AT, besideWhole, type PlanPair } from '../shared/paired-plans.ts';
import { fitsVisitors, visitorGroups } from '../visitors.ts';
import type { FollowedRules } from './followed-rules.ts';
import { type LevelParts, MOMENT, namesIn } from './level-parts.ts';
import type { SummedMeasure } from './summaries.ts';
import { fitsOf, type SummaryFit } from './summary-fit.ts';
import { summaryRows } from './summary-rows.ts';
import { total } from './total.ts';

/** Called for each choice between roll-ups and facts, with the name of the roll-up or `facts`. */
export type OnSource = (source: string) => void;

interface SummedQuery {
  readonly plan: GroupPlan;
  /** The plan of a whole range whose groups are read along; it has the same source. */
  readonly whole?: GroupPlan | undefined;
  readonly relation: ReportRelation;
  readonly zone: string;
  readonly rules: FollowedRules;
  readonly levels: LevelParts;
  /** Whether numbers that a source does not have may be null. */
  readonly isRaw: boolean;
  /** Computes measures of the plan from facts, with those of the whole range. */
  fromFacts(plan: GroupPlan, whole?: GroupPlan): Piece;
  readonly onSource: OnSource;
  /** Name of what is not from roll-ups; `facts` by default. */
  readonly otherwise?: string;
}

/** Keys and measures, each from the cheapest source: a roll-up if one can answer it, else facts. */
export function summedGroups(query: SummedQuery): Piece {
  const { plan, whole, relation, zone, rules, levels, fromFacts, onSource, otherwise = 'facts' } = query;
  const sources = summedFrom(plan, relation, rules);
  const wholes = whole && summedFrom(whole, relation, rules);
  if (!sources) return fromFacts(plan);
  for (const each of wholes ? [wholes, sources] : [sources]) for (const name of each.names(otherwise)) onSource(name);
  const { ranged, fits, visitors, latest, rest } = sources;
  const along = wholes && { whole: wholes.ranged };
  /** Customers, who may come from first visits in one of the plans only. */
  const groupsOf = (of: GroupPlan, { ranged, visitors }: MeasureSources, name: string): Piece =>
    visitors.includes(name) ? visitorGroups({ plan: of, name, ranged }) : fromFacts({ ...of, measures: [name] });
  const parts = fits.map((fit): SummedPart => {
    const names = Object.keys(fit.measures);
    const rows = groupsOfSummary(fit, { plan, relation, zone, ranged, levels, ...along });
    if (latest.length === 0) return { names, rows };
    return { names: [...names, ...latest], rows: latestGroups(latest, { plan, ranged, fits }, rows) };
  });
  const apart = new Set([...visitors, ...(wholes?.visitors ?? [])]);
  for (const name of apart) {
    const rows = groupsOf(plan, sources, name);
    parts.push({
      names: [name],
      rows: whole && wholes ? besideWhole(plan, groupsOf(whole, wholes, name), rows) : rows,
    });
  }
  const measures = rest.filter((name) => !apart.has(name));
  const counts = Object.keys(plan.counts ?? {});
  if (measures.length + counts.length > 0 || parts.length === 0)
    parts.push({
      names: [...measures, ...counts],
      rows: fromFacts({ ...plan, measures }, whole && { ...whole, measures }),
    });
  return together(parts, plan, query.isRaw);
}

/** Whether the groups of both plans come from the same sources. */
export function isSummedAlike({ plan, whole }: PlanPair, relation: ReportRelation, rules: FollowedRules): boolean {
  const one = summedFrom(plan, relation, rules);
  const other = summedFrom(whole, relation, rules);
  if (!one || !other || one.latest.length + other.latest.length > 0) return false;
  const names = ({ fits }: MeasureSources) => fits.map(({ summary }) => summary.name).join();
  return names(one) === names(other);
}

type MeasureSources = NonNullable<ReturnType<typeof summedFrom>>;

/** The sources of the measures of a plan with a range. */
function summedFrom(plan: GroupPlan, relation: ReportRelation, rules: FollowedRules) {
  const ranged = rangeOf(plan, relation);
  if (!ranged) return undefined;
  const fits = fitsOf(plan, relation, { ranged, rules });
  const taken = new Set(fits.flatMap(({ measures }) => Object.keys(measures)));
  const aggregates = aggregatesOf(plan);
  const counted = plan.measures.filter((name) => aggregates[name]?.op !== 'quotient');
  const left = counted.filter((name) => !taken.has(name));
  const visitors = left.filter((name) => name === 'customers' && fitsVisitors(plan, ranged, rules));
  const latest = left.filter((name) => fitsLatest(name, { plan, ranged, fits }));
  const rest = left.filter((name) => !visitors.includes(name) && !latest.includes(name));
  const isOfFacts = rest.length + Object.keys(plan.counts ?? {}).length > 0;
  const names = (otherwise: string): readonly string[] => [
    ...fits.map(({ summary }) => summary.name),
    ...visitors.map(() => 'customer_day'),
    ...latest.map(() => 'latest lines'),
    ...(isOfFacts ? [otherwise] : []),
  ];
  return { ranged, fits, visitors, latest, rest, names };
}

interface SummedPart {
  readonly names: readonly string[];
  readonly rows: Piece;
}

/** Joins groups whose measures come from several sources; without keys each has one row. */
function together(parts: readonly SummedPart[], plan: GroupPlan, isRaw: boolean): Piece {
  const [first, ...others] = parts;
  if (first && others.length === 0) return first.rows;
  const keys = Object.keys(plan.keys).map((key) => sql.id(key));
  const all = parts.map(({ rows }, index) => sql`(${rows}) ${sql.raw(`part_${index}`)}`);
  if (keys.length === 0) return sql`select * from ${sql.join(all)}`;
  const joined = all.map((rows, index) => (index === 0 ? rows : sql`full join ${rows} using (${sql.join(keys)})`));
  if (isRaw) return sql`select * from ${sql.join(joined, sql` `)}`;
  const measures = parts
    .flatMap(({ names }) => names)
    .map((name) => (isGreatest(plan, name) ? sql.id(name) : sql`coalesce(${sql.id(name)}, 0) as ${sql.id(name)}`));
  return sql`select ${sql.join([...keys, ...measures])} from ${sql.join(joined, sql` `)}`;
}

interface GroupInput {
  readonly levels: LevelParts;
  readonly plan: GroupPlan;
  readonly relation: ReportRelation;
  readonly zone: string;
  readonly ranged: Ranged;
  /** A range whose groups are read along, without intervals. */
  readonly whole?: Ranged;
}

/** The keys of groups, and the columns that they read. */
function keysOfGroups(
  { columns: all, zeros }: SummaryFit['summary'],
  { plan, relation, zone, ranged, whole }: GroupInput,
) {
  const [byInterval] = Object.values(plan.keys).flatMap((key) => ('interval' in key ? [key] : []));
  const interval = byInterval?.interval;
  const start = interval === 'hour' ? MOMENT : 'start::timestamp';
  const columns = new RolledColumns({ ...all, ...zeros, [ranged.path]: `t.${start}` });
  const scope: Scope = { relation, alias: 't', joined: new Map(), zone, columns };
  const at = byInterval && truncated(byInterval, sql.raw(start));
  const along = at && whole;
  const keys = Object.entries(plan.keys).map(
    ([name, key]) => sql`${along && 'interval' in key ? sql.raw(`t.${AT}`) : keyOf(scope, key)} as ${named(name)}`,
  );
  return { keys, interval, at, along, scope, columns, ofKeys: [...columns.read] };
}

function groupsOfSummary(fit: SummaryFit, input: GroupInput): Piece {
  const { summary, excluded, where, part } = fit;
  const { plan, relation, ranged, levels } = input;
  const { keys, scope, columns, ofKeys, ...periods } = keysOfGroups(summary, input);
  const condition = where.length === 0 ? undefined : conditionOf(scope, { op: 'all', of: where });
  const only = keys.length === 0 ? undefined : (summary.only ?? `${total(weightOf(summary))} <> 0`);
  const aggregates = aggregatesOf(plan);
  const measured = Object.values(fit.measures);
  const grouped = new Set(Object.values(plan.keys).map(({ column }) => summary.columns[column]));
  const countsKeys = measured.some(({ op, of }) => op !== 'sum' && !grouped.has(of));
  const made = measured.flatMap(({ op, of }) => (op === 'sum' && !isColumn(of) ? [of] : []));
  const direct = measured.map(({ of }) => of).filter((of) => !made.includes(of));
  const ofMeasures = [...direct, only ?? '', summary.join ?? '', countsKeys ? weightOf(summary) : ''];
  const names = namesOf([...columns.read, ...ofMeasures]);
  // A condition may be on what a join adds, which comes after.
  const isFiltered = countsKeys && summary.join === undefined;
  const left = isFiltered ? namesOf([...ofKeys, ...ofMeasures]) : names;
  const counted = countsKeys ? { names: left, where: isFiltered ? condition : undefined } : undefined;
  const rows = summaryRows({ levels, summary, excluded, part, ranged, ...periods, names, values: made, counted });
  const columnOfSum = (of: string): string => (made.includes(of) ? `t.${rows.values[made.indexOf(of)]}` : of);
  const others = new Set([...namesOf(ofKeys), ...summary.rows.sums]);
  /** Whether each value has one row in a group. */
  const isOnce = (of: string): boolean => isFiltered && left.every((name) => others.has(name) || of === `t.${name}`);
  const measures = Object.entries(fit.measures).map(([name, { op, of }]) => {
    const kind = kindOfMeasure(relation, aggregates[name]);
    // Each group has one value of its key.
    if (op === 'distinct' && grouped.has(of)) return sql`1 as ${named(name)}`;
    if (op === 'distinct' && isOnce(of)) return sql`count(*) as ${named(name)}`;
    return sql`${summed({ op, of: columnOfSum(of) }, kind)} as ${named(name)}`;
  });
  const grouping = keys.length === 0 ? sql`` : sql`group by ${sql.join(keys.map((_, index) => sql.lit(index + 1)))}`;
  // Leaves out groups without facts: their sums were taken off again, or they are of another table. Counted keys are left out before.
  const having = only === undefined || (countsKeys && !summary.only) ? sql`` : sql`having ${sql.raw(only)}`;
  const filter = isFiltered || !condition ? sql`` : sql`where ${condition}`;
  return sql`select ${sql.join([...keys, ...measures])} from ${rows.from} ${filter} ${grouping} ${having}`;
}

const namesOf = (texts: readonly string[]): readonly string[] => [...new Set(texts.flatMap(namesIn))];

const isColumn = (text: string): boolean => /^t\.\w+$/.test(text);

/** Columns of a roll-up by path, and those that were read. */
class RolledColumns extends Map<string, Piece> {
  readonly read: string[] = [];
  readonly #columns: Readonly<Record<string, string>>;

  constructor(columns: Readonly<Record<string, string>>) {
    super(Object.entries(columns).map(([path, column]) => [path, sql.raw(isColumn(column) ? column : `(${column})`)]));
    this.#columns = columns;
  }

  override get(path: string): Piece | undefined {
    this.read.push(this.#columns[path] ?? '');
    return super.get(path);
  }
}

const weightOf = ({ weight = 't.entries' }: SummaryFit['summary']): string => weight;

const isGreatest = (plan: GroupPlan, name: string): boolean => aggregatesOf(plan)[name]?.op === 'greatest';

function summed({ op, of }: SummedMeasure, kind: ReportColumnKind): Piece {
  if (op === 'sum') return sql.raw(total(of));
  if (op === 'distinct') return sql`count(distinct ${sql.raw(of)})`;
  return sql`max(${inOrder(kind, sql.raw(of))})`;
}
