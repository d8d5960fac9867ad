import {
  checkReportPlan,
  type GroupPlan,
  type Question,
  type ReportColumnKind,
  type ReportPlan,
  type ReportRelation,
  type RowPlan,
  reportRelation,
} from '@backroom/core';
import { type RawBuilder, sql } from 'kysely';
import { moment } from '../reading/moments.ts';
import { stockedProducts } from '../stores/linked-stock.ts';
import { boughtList, customersCounted, customersOfPage } from './customer-lists.ts';
import { orderIn, rowsCutFirst } from './cut-first.ts';
import { type DeepPage, deepPage } from './deep-pages.ts';
import { mentioned } from './mentioned.ts';
import { divide, type Ranged, rangeOf } from './plan-range.ts';
import { conditionOf } from './report-conditions.ts';
import { keyOf, kindOfMeasure, measureOf, quotientOf } from './report-measures.ts';
import { endOf, orderOf } from './report-order.ts';
import { columnOf, givenName, joining, type Piece, rowsFrom, type Scope } from './report-scope.ts';
import { type OnSource, summedGroups } from './summed-groups.ts';

/** What a statement depends on beside the question. */
interface Options {
  /** Gives the products with their stock. */
  readonly stocked?: Piece;
  readonly onSource?: OnSource;
  readonly deepest?: number;
}

/** Under what the name of the moment stands beside the plans; no plan has such a name. */
export const MOMENT = 'as of';

/** One statement for a whole question, so that all of it is told of the same moment: the rows of each plan as JSON. */
export function statementOf<Answer>(
  question: Question,
  { stocked = stockedProducts(true), onSource = () => {}, deepest }: Options = {},
): RawBuilder<Answer> {
  const plans = Object.entries(question);
  const earlier: Record<string, ReportPlan> = {};
  const parts = plans.map(([name, plan]) => {
    const part = sql`${sql.id(givenName(name))} as materialized (${selectOf(plan, earlier, { onSource, deepest })})`;
    earlier[name] = plan;
    return part;
  });
  const given = plans
    .filter(([, { isInner }]) => !isInner)
    .map(([name]) => sql`(select coalesce(json_agg(g), '[]') from ${sql.id(givenName(name))} g) as ${sql.id(name)}`);
  return sql<Answer>`with product_stock as not materialized (${stocked}), ${sql.join(parts)} select ${sql.join(given)}, ${moment} as ${sql.id(MOMENT)}`;
}

/** What is asked where it was asked before. */
const always = { op: 'all', of: [] } as const;

interface Choosing {
  readonly onSource: OnSource;
  readonly deepest: number | undefined;
}

/**
 * Chooses what answers a plan. The facts can answer every one; groups that sums kept by day or month answer sooner are
 * turned over to them here, and nowhere else.
 */
function selectOf(plan: ReportPlan, earlier: Question, { onSource, deepest }: Choosing): Piece {
  checkReportPlan(plan, earlier);
  const relation = reportRelation(plan, earlier);
  const fromFacts = (part: GroupPlan) => {
    const own = unjoinedGroups(part, relation);
    if (own) onSource('parts without their orders');
    return own ?? countedGroups(part, sourceOf(part, earlier));
  };
  const zone = plan.zone ?? 'UTC';
  const count = (groups: GroupPlan) => summedGroups({ plan: groups, relation, zone, fromFacts, onSource });
  const bought = boughtList(plan, relation, earlier);
  for (const { name } of bought?.sources ?? []) onSource(name);
  if (plan.kind === 'groups') {
    const rows = bought ? customersCounted(plan, relation, { list: bought, count: countedGroups }) : count(plan);
    return groupsOf(plan, relation, rows);
  }
  const known = { ...plan, where: always, offset: 0 };
  if (bought) return rowsOf(known, customersOfPage(plan, relation, bought), undefined);
  const cut = rowsCutFirst(plan, { relation, alias: 't', joined: new Map(), zone });
  if (cut) return rowsOf(known, sourceOf(plan, earlier, cut), undefined);
  const source = sourceOf(plan, earlier);
  const deep = deepPage({ plan, relation, scope: source.scope, count, deepest });
  if (deep) onSource('deep page');
  return rowsOf(plan, source, deep);
}

/** The page is cut before its columns are told, so that what is not on it costs nothing. */
function rowsOf(plan: RowPlan, { scope, from }: Sourced, deep: DeepPage | undefined): Piece {
  const { relation } = scope;
  const names = [...new Set(plan.columns)];
  const raw = names.map((name) => sql`${columnOf(scope, name)} as ${sql.id(name)}`);
  const order = orderIn(scope, plan);
  const shown = names.map((name) => toldAs(relation.kindOf(name), 'cut', name));
  const where = conditionOf(scope, plan.where);
  const rows = sql`select ${sql.join(raw)} from ${from} where ${where}`;
  const page = deep
    ? sql`${deep.before} ${rows}${deep.where} ${endOf({ ...plan, offset: 0 }, order)} offset ${deep.offset}`
    : sql`${rows} ${endOf(plan, order)}`;
  return sql`select ${sql.join(shown)} from (${page}) cut`;
}

/** Keys and measures of the rows themselves. */
function countedGroups(plan: GroupPlan, { scope, from }: Sourced, ranged = rangeOf(plan, scope.relation)): Piece {
  const keys = Object.entries(plan.keys).map(([name, key]) => sql`${keyOf(scope, key)} as ${sql.id(name)}`);
  const measures = Object.entries(plan.measures).flatMap(([name, measure]) =>
    measure.op === 'quotient' ? [] : [sql`${measureOf(scope, measure)} as ${sql.id(name)}`],
  );
  const grouping = keys.length === 0 ? sql`` : sql`group by ${sql.join(keys.map((_, index) => sql.lit(index + 1)))}`;
  return sql`select ${sql.join([...keys, ...measures])} from ${from}
    where ${conditionOf(scope, plan.where)}${daysOfParts(plan, ranged)} ${grouping}`;
}

/** Parts of orders know the days of their order: said once more of themselves, an index finds them. */
function daysOfParts({ from }: GroupPlan, ranged: Ranged | undefined): Piece {
  if (!ranged || from === 'order') return sql``;
  const day = sql.id('t', `${ranged.date}_day`);
  return sql` and ${day} between ${ranged.after.slice(0, 10)}::date and ${ranged.before.slice(0, 10)}::date`;
}

/** Groups of parts of orders in whole days, where nothing is asked but what they repeat of their order: it is not joined then. */
function unjoinedGroups(plan: GroupPlan, relation: ReportRelation): Piece | undefined {
  const ranged = plan.from === 'order' || plan.each ? undefined : rangeOf(plan, relation);
  if (!ranged || divide(ranged).cuts.length > 0) return undefined;
  const columns = new Map([['order.status', sql.id('t', 'status')]]);
  const scope: Scope = { relation, alias: 't', joined: new Map(), zone: plan.zone ?? 'UTC', columns };
  const own: GroupPlan = { ...plan, where: { op: 'all', of: ranged.rest } };
  if (mentioned(own, scope).length > 0) return undefined;
  return countedGroups(own, { scope, from: rowsFrom(plan.from, 't') }, ranged);
}

function groupsOf(plan: GroupPlan, relation: ReportRelation, inner: Piece): Piece {
  const all = Object.entries(plan.measures);
  const quotients = all.flatMap(([name, measure]) =>
    measure.op === 'quotient' ? [sql`, ${quotientOf(measure)} as ${sql.id(name)}`] : [],
  );
  const counted =
    quotients.length === 0 ? inner : sql`select counted.* ${sql.join(quotients, sql``)} from (${inner}) counted`;
  const kinds = new Map<string, ReportColumnKind>([
    ...Object.entries(plan.keys).map(([name, { column }]) => [name, relation.kindOf(column)] as const),
    ...all.map(([name, measure]) => [name, kindOfMeasure(relation, measure)] as const),
  ]);
  const order = plan.orderBy.map((each) =>
    orderOf(each, { kind: kinds.get(each.by) ?? 'whole', column: sql.id('groups', each.by), mayBeNull: true }),
  );
  const shown = [...kinds].map(([name, kind]) => toldAs(kind, 'groups', name));
  return sql`select ${sql.join(shown)} from (${counted}) groups ${endOf(plan, order)}`;
}

interface Sourced {
  readonly scope: Scope;
  readonly from: Piece;
}

/** What stands behind `from`, with the rows joined that the plan speaks of; its own rows may be others. */
function sourceOf(plan: ReportPlan, earlier: Question, rows = rowsFrom(plan.from, 't')): Sourced {
  const relation = reportRelation(plan, earlier);
  const own: Scope = { relation, alias: 't', joined: new Map(), zone: plan.zone ?? 'UTC' };
  const references = [...new Set([...(plan.each ?? []), ...mentioned(plan, own)])];
  const joined = new Map(references.map((reference) => [reference, `t_${reference}`] as const));
  const joins = references.map((reference) => {
    const alias = `t_${reference}`;
    const theirs = rowsFrom(relation.referenceOf(reference).to, alias);
    return sql` left join ${theirs} on ${joining(own, reference, alias)}`;
  });
  return { scope: { ...own, joined }, from: sql`${rows}${sql.join(joins, sql``)}` };
}

/** A column under its own name; moments are told as texts to the second. */
function toldAs(kind: ReportColumnKind, from: string, name: string): Piece {
  const column = sql.id(from, name);
  const format = sql.lit('YYYY-MM-DD HH24:MI:SS');
  if (kind === 'local') return sql`to_char(${column}, ${format}) as ${sql.id(name)}`;
  if (kind === 'utc') return sql`to_char(${column} at time zone 'UTC', ${format}) as ${sql.id(name)}`;
  return column;
}
