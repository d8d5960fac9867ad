import {
  aggregatesOf,
  type Question,
  type ReportCondition,
  type ReportPlan,
  type ReportRelation,
  reportRelation,
} from '@backroom/core/analytics';
import { sql } from 'kysely';
import { leavesOf } from './condition-leaves.ts';
import { type Ranged, rangeOf } from './plan-range.ts';
import { conditionOf } from './report-conditions.ts';
import { type Piece, rowsFrom, type Scope } from './report-scope.ts';

/** Orders selected by their parts: one CTE shared by several plans of a question. */
export interface FoundOrders {
  readonly name: string;
  /** The CTE, before the first plan that reads it. */
  readonly part: Piece;
  /** The `from` item that reads them. */
  rows(alias: string): Piece;
}

/** A plan that reads found orders, reduced to its date range. */
export interface FoundPlan {
  readonly found: FoundOrders;
  readonly plan: ReportPlan;
}

interface AskingPlan {
  readonly name: string;
  readonly plan: ReportPlan;
  readonly asked: AskedOrders;
}

interface OrderSelection {
  readonly plans: AskingPlan[];
  readonly zone: string;
  ranged: Ranged;
}

/** The plans of a question that select orders by their parts, by name. */
export function foundOrders(question: Question): ReadonlyMap<string, FoundPlan> {
  const relation = reportRelation({ from: 'order' }, {});
  const selections = new Map<string, OrderSelection>();
  const given = new Map<string, FoundPlan>();
  for (const [name, plan] of Object.entries(question)) {
    const asked = askedOf(plan, relation);
    if (!asked?.ranged.rest.some((each) => isOfParts(each, relation))) continue;
    const { ranged } = asked;
    const key = JSON.stringify([ranged.path, ranged.rest]);
    const known = selections.get(key) ?? { plans: [], zone: plan.zone ?? 'UTC', ranged };
    known.ranged = widest(known.ranged, ranged);
    known.plans.push({ name, plan, asked });
    selections.set(key, known);
  }
  // Plans that all have conditions of their own would find more orders than they read.
  const shared = [...selections.values()].filter(({ plans }) => plans.some(({ asked }) => asked.own.length === 0));
  for (const [index, { plans, zone, ranged }] of shared.entries()) {
    const scope: Scope = { relation, alias: 't', joined: new Map(), zone };
    const ids = idsOf(scope, ranged);
    // Without an index on parts, sharing pays only for two or more aggregating plans; pages are faster without materialising
    // all rows.
    const reading = ids ? plans : plans.filter(({ plan }) => plan.kind === 'groups');
    if (!ids && reading.length < 2) continue;
    const left = reading.map(({ name, plan, asked }) => [name, { ...plan, where: inRangeOnly(plan, asked) }] as const);
    const columns = columnsIn(left, relation);
    const found = foundIn(`found_${index}`, { scope, ranged, ids, columns });
    for (const [name, plan] of left) given.set(name, { found, plan });
  }
  return given;
}

/** The range and conditions on orders of a plan over orders or their parts. */
export function rangeOfOrders(
  { from, where }: Pick<ReportPlan, 'from' | 'where'>,
  relation: ReportRelation,
): Ranged | undefined {
  if (from === 'order') return rangeOf({ from, where }, relation);
  if (where.op !== 'has' || where.reference !== 'order') return undefined;
  if (from !== 'line' && from !== 'coupon' && from !== 'tax') return undefined;
  return rangeOf({ from: 'order', where: where.where }, relation);
}

export function widest(one: Ranged, other: Ranged): Ranged {
  const [after = one.after] = [one.after, other.after].toSorted();
  const [before = one.before] = [one.before, other.before].toSorted().toReversed();
  return { ...one, after, before };
}

interface AskedOrders {
  /** Range and conditions of the orders to be found. */
  readonly ranged: Ranged;
  /** Conditions that the plan keeps. */
  readonly own: readonly ReportCondition[];
}

/** What a plan asks of orders, and what of its own rows: plans that differ in these alone share the orders. */
function askedOf({ from, where }: ReportPlan, relation: ReportRelation): AskedOrders | undefined {
  const all = where.op === 'all' ? where.of : [where];
  if (from === 'order') {
    const ranged = rangeOfOrders({ from, where }, relation);
    const own = ranged?.rest.filter(({ op }) => op === 'known') ?? [];
    return ranged && { ranged: { ...ranged, rest: ranged.rest.filter((each) => !own.includes(each)) }, own };
  }
  const [ofOrder, ...others] = all.filter((each) => each.op === 'has' && each.reference === 'order');
  if (!ofOrder || others.length > 0) return undefined;
  const ranged = rangeOfOrders({ from, where: ofOrder }, relation);
  return ranged && { ranged, own: all.filter((each) => each !== ofOrder) };
}

function inRangeOnly(plan: ReportPlan, { ranged: { path, after, before }, own }: AskedOrders): ReportCondition {
  const range: readonly ReportCondition[] = [
    { op: 'atLeast', column: path, value: after },
    { op: 'atMost', column: path, value: before },
  ];
  if (plan.from === 'order') return { op: 'all', of: [...range, ...own] };
  const ofOrder: ReportCondition = { op: 'has', reference: 'order', where: { op: 'all', of: range } };
  return own.length === 0 ? ofOrder : { op: 'all', of: [ofOrder, ...own] };
}

const partsOf = (relation: ReportRelation, reference: string) => {
  const { to } = relation.referenceOf(reference);
  return to === 'line' || to === 'coupon' || to === 'tax' ? to : undefined;
};

/** Whether a condition uses parts of an order. */
const isOfParts = (condition: ReportCondition, relation: ReportRelation): boolean =>
  leavesOf(condition).some((leaf) => leaf.op === 'has' && partsOf(relation, leaf.reference) !== undefined);

interface OrderIds {
  /** Query of the ids of all orders that match the conditions. */
  readonly rows: Piece;
  readonly met: readonly ReportCondition[];
}

/** Query of order ids by their parts, for the conditions that an index supports; undefined if there are none. */
function idsOf(scope: Scope, ranged: Ranged): OrderIds | undefined {
  const all = ranged.rest.flatMap((condition) => {
    const rows = idsWith(scope, ranged, condition);
    return rows ? [{ rows, condition }] : [];
  });
  if (all.length === 0) return undefined;
  const rows = sql.join(
    all.map((each) => each.rows),
    sql` intersect `,
  );
  return { rows, met: all.map(({ condition }) => condition) };
}

function idsWith(scope: Scope, ranged: Ranged, condition: ReportCondition): Piece | undefined {
  if (condition.op === 'all' || condition.op === 'any') {
    const parts = condition.of.flatMap((each) => idsWith(scope, ranged, each) ?? []);
    if (parts.length < condition.of.length || parts.length === 0) return undefined;
    return sql`(${sql.join(parts, condition.op === 'all' ? sql` intersect ` : sql` union all `)})`;
  }
  const table = condition.op === 'has' ? partsOf(scope.relation, condition.reference) : undefined;
  if (!table || condition.op !== 'has') return undefined;
  const relation = scope.relation.behind(condition.reference);
  const where = conditionOf({ ...scope, relation, alias: 'part' }, condition.where);
  const day = sql.id('part', `${ranged.date}_day`);
  // Parts repeat the days of their order.
  return sql`(select part.order_id from ${rowsFrom(table, 'part')} where ${where}
    and ${day} between ${ranged.after.slice(0, 10)} and ${ranged.before.slice(0, 10)})`;
}

/** The columns of orders that the plans use, and those that join parts. */
function columnsIn(plans: readonly (readonly [string, ReportPlan])[], { columns }: ReportRelation): readonly string[] {
  const text = JSON.stringify(
    plans.map(([, plan]) => (plan.kind === 'rows' ? plan : { ...plan, aggregates: aggregatesOf(plan) })),
  );
  const named = Object.keys(columns).filter((name) => text.includes(`"${name}"`) || text.includes(`.${name}"`));
  return [...new Set(['order_id', ...named, 'has_lines', 'has_coupon', 'has_tax'])];
}

interface FoundOrdersQuery {
  readonly scope: Scope;
  readonly ranged: Ranged;
  readonly ids: OrderIds | undefined;
  readonly columns: readonly string[];
}

function foundIn(name: string, { scope, ranged, ids, columns }: FoundOrdersQuery): FoundOrders {
  const { path, after, before, rest } = ranged;
  const where = conditionOf(scope, {
    op: 'all',
    of: [
      { op: 'atLeast', column: path, value: after },
      { op: 'atMost', column: path, value: before },
      ...rest.filter((each) => !ids?.met.includes(each)),
    ],
  });
  // As an array, which the planner estimates as short, so that it uses look-ups instead of a scan of the range.
  const listed = ids ? sql`t.order_id = any(array(${ids.rows})) and ` : sql``;
  const kept = sql.raw(columns.map((column) => `t.${column}`).join(', '));
  return {
    name,
    part: sql`${sql.raw(name)} as materialized (select ${kept} from ${rowsFrom('order', 't')} where ${listed}${where})`,
    rows: (alias) => sql.raw(`${name} ${alias}`),
  };
}
