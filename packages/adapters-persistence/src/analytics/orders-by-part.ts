import {
  aggregatesOf,
  type GroupPlan,
  type Question,
  type ReportCondition,
  type ReportRelation,
  reportRelation,
} from '@backroom/core/analytics';
import { sql } from 'kysely';
import { addingUp, countedGroups, groupsOfRows } from './counted-groups.ts';
import { isRepeated, type ListedId, type PartKind, partKinds, repeated, unnestListed } from './facts/order-parts.ts';
import { rangeOfOrders, widest } from './found-orders.ts';
import { divide, type Ranged } from './plan-range.ts';
import { conditionOf } from './report-conditions.ts';
import { truncated } from './report-measures.ts';
import { named, type Piece, type Scope } from './report-scope.ts';
import type { FollowedRules } from './roll-ups/followed-rules.ts';
import { productsWithRate } from './roll-ups/rate-products.ts';
import { AT, besideWhole, pairedRanges } from './shared/paired-plans.ts';

/** Filters that name a part, by the reference and the column that they compare. */
const filters: Readonly<Record<string, PartKind>> = {
  'lines.product_id': 'product',
  'lines.variation_id': 'variation',
  'coupons.coupon_id': 'coupon',
  'taxes.rate_id': 'rate',
};

/** Distinct parts of orders that `order_part` lists, by the table and the measure. */
const listed: Readonly<Record<string, ListedId>> = { 'line products': 'product_id', 'coupon coupons': 'coupon_id' };

/** A plan over the orders that have a part. */
export interface PartPlan {
  /** CTE, before the first plan that reads it. */
  readonly part: Piece;
  /** The groups of the plan, or of some of its measures; with those of a whole range. */
  groups(plan: GroupPlan, whole?: GroupPlan): Piece;
}

/** Orders with one of these parts, and further conditions on columns that `order_part` repeats. */
interface PartFilter {
  readonly kind: PartKind;
  readonly ids: readonly number[];
  readonly others: readonly ReportCondition[];
}

interface PartReaders {
  readonly filter: PartFilter;
  readonly plans: (readonly [name: string, plan: GroupPlan, ranged: Ranged])[];
  ranged: Ranged;
}

/** The plans of a question over orders with a part, by name: read from the index of `order_part`, without the orders. */
export function ordersByPart(question: Question, rules: FollowedRules): ReadonlyMap<string, PartPlan> {
  const relation = reportRelation({ from: 'order' }, {});
  const sought = new Map<string, PartReaders>();
  for (const [name, plan] of Object.entries(question)) {
    const ranged = plan.kind === 'groups' ? rangeOfOrders(plan, relation) : undefined;
    const filter = ranged && filterOf(ranged);
    if (!filter || plan.kind !== 'groups' || !isAnswered(plan, ranged)) continue;
    if (!rules.meet({ date: ranged.date })) continue;
    const key = JSON.stringify([ranged.date, filter]);
    const known = sought.get(key) ?? { filter, plans: [], ranged };
    known.ranged = widest(known.ranged, ranged);
    known.plans.push([name, plan, ranged]);
    sought.set(key, known);
  }
  return new Map(
    [...sought.values()].flatMap((each, index) => {
      const orders = `orders_by_part_${index}`;
      const part = ordersIn(orders, each, relation);
      return each.plans.map(
        ([name, , ranged]) =>
          [
            name,
            {
              part,
              groups: (plan: GroupPlan, whole?: GroupPlan) =>
                groupsFrom(orders, { plan, whole, ranged, relation, rules, filter: each.filter }),
            },
          ] as const,
      );
    }),
  );
}

/** The only filter by parts; undefined if there are others or a condition on anything that is not repeated. */
function filterOf({ rest }: Ranged): PartFilter | undefined {
  const [first, ...more] = rest.filter(({ op }) => op === 'has');
  if (first?.op !== 'has' || more.length > 0 || first.where.op !== 'among') return undefined;
  const { column, values } = first.where;
  const kind = filters[`${first.reference}.${column}`];
  const others = rest.filter((each) => each !== first);
  // Lines without a variation have no row of one.
  if (kind === undefined || (kind === 'variation' && values.includes(0))) return undefined;
  return others.every(isRepeated) ? { kind, ids: values.map(Number), others } : undefined;
}

/** Whether the rows of `order_part` answer all keys and measures: whole days, and what is repeated or listed. */
function isAnswered(plan: GroupPlan, ranged: Ranged): boolean {
  const { days, cuts } = divide(ranged);
  const path = plan.from === 'order' ? ranged.path : `order.${ranged.path}`;
  const isOfDays = Object.values(plan.keys).every(
    (key) => 'interval' in key && key.interval !== 'hour' && key.column === path,
  );
  if (!days || cuts.length > 0 || !isOfDays || (plan.each ?? []).length > 0) return false;
  if (plan.from !== 'order') return listedOf(plan) !== undefined;
  return Object.values(aggregatesOf(plan)).every((measure) => {
    if (measure.op === 'quotient') return true;
    if (measure.op !== 'count' && measure.op !== 'sum' && measure.op !== 'distinct') return false;
    const isKnown = measure.op === 'count' || repeated.has(measure.of);
    return isKnown && (!measure.where || isRepeated(measure.where));
  });
}

/** What a plan counts, if it counts nothing but distinct parts of orders. */
function listedOf({ from, measures, counts }: GroupPlan) {
  const [name, ...others] = measures;
  if (name === undefined || counts || others.length > 0 || typeof from !== 'string') return undefined;
  const id = listed[`${from} ${name}`];
  return id && { name, id };
}

/**
 * CTE of the orders. With one part it is not materialised, so that each plan reads of the index what it needs; an order with
 * several of the parts is one row.
 */
function ordersIn(name: string, { filter, ranged }: PartReaders, relation: ReportRelation): Piece {
  const { kind, ids, others } = filter;
  const isOne = ids.length === 1;
  const scope: Scope = { relation, alias: 't', joined: new Map(), zone: 'UTC' };
  const columns = sql.join([...repeated, 'day', 'products', 'coupons'].map((column) => sql.id('t', column)));
  const isPart = isOne ? sql`t.part_id = ${ids[0]}::bigint` : sql`t.part_id = any(${ids}::bigint[])`;
  return sql`${sql.id(name)} as ${sql.raw(isOne ? 'not' : '')} materialized (
    select ${isOne ? sql`` : sql`distinct on (t.order_id)`} ${columns} from order_part t
    where t.kind = ${sql.lit(partKinds[kind])} and ${isPart} and ${daysOf(ranged)}
      and ${conditionOf(scope, { op: 'all', of: others })})`;
}

const daysOf = ({ after, before }: Ranged): Piece =>
  sql`t.day between ${after.slice(0, 10)} and ${before.slice(0, 10)}`;

interface PartGroups {
  readonly plan: GroupPlan;
  readonly whole: GroupPlan | undefined;
  readonly filter: PartFilter;
  readonly ranged: Ranged;
  readonly relation: ReportRelation;
  readonly rules: FollowedRules;
}

const DAY = sql`t.day::timestamp`;

interface PairedGroups extends Pick<PartGroups, 'ranged'> {
  readonly scope: Scope;
  readonly rangedWhole: Ranged;
  rows(range: Ranged): Piece;
}

/**
 * The groups of a pair of plans, which have one key and no distinct values, from those of days: the index has the orders of a part by
 * day, so nothing is sorted, and each is read once.
 */
function pairedGroups(plan: GroupPlan, { scope, rows, ranged, rangedWhole }: PairedGroups): Piece {
  const [[name, key] = [], ...others] = Object.entries(plan.keys);
  const aggregates = aggregatesOf(plan);
  const sums = addingUp(aggregates);
  if (name === undefined || !key || !('interval' in key) || others.length > 0 || !sums)
    throw new TypeError(`Groups of orders by part do not add up: ${Object.keys(plan.keys)} ${Object.keys(aggregates)}`);
  const read = { scope, keys: [sql`t.day`], aggregates, rows: rows(widest(ranged, rangedWhole)) };
  const days = groupsOfRows({ ...plan, keys: { day: key } }, read);
  const ofDays = (range: Ranged) => sql`from days t where ${daysOf(range)}`;
  const both = pairedRanges({ ranged, rangedWhole, rows: ofDays, at: truncated(key, DAY) });
  return sql`with days as materialized (${days})
    select t.${sql.raw(AT)} as ${named(name)}, ${sql.join(sums)} from (${both}) t group by 1`;
}

function groupsFrom(orders: string, { whole, ...groups }: PartGroups): Piece {
  const { plan, filter, ranged, relation, rules } = groups;
  const counted = plan.from === 'order' ? undefined : listedOf(plan);
  const rows = (range: Ranged) => sql`from ${sql.id(orders)} t where ${daysOf(range)}`;
  const from = sql`(select * ${rows(ranged)}) t`;
  const rangedWhole = whole && rangeOfOrders(whole, relation);
  if (!counted) {
    const columns = new Map([[ranged.path, DAY]]);
    const scope: Scope = { relation, alias: 't', joined: new Map(), zone: plan.zone ?? 'UTC', columns };
    if (rangedWhole) return pairedGroups(plan, { scope, rows, ranged, rangedWhole });
    return countedGroups({ ...plan, where: { op: 'all', of: [] } }, { scope, from });
  }
  if (whole && rangedWhole) {
    const all = groupsFrom(orders, { ...groups, plan: whole, whole: undefined, ranged: rangedWhole });
    return besideWhole(plan, all, groupsFrom(orders, { ...groups, whole: undefined }));
  }
  const { kind, ids, others } = filter;
  const rate = kind === 'rate' && ids.length === 1 ? ids[0] : undefined;
  const isOfRate = counted.id === 'product_id' && Object.keys(plan.keys).length === 0;
  const summed = isOfRate && rate !== undefined ? productsWithRate({ rate, others, ranged, rules }) : undefined;
  if (summed) return sql`select * from (${summed}) summed (${sql.id(counted.name)})`;
  const keys = Object.entries(plan.keys).flatMap(([key, of]) =>
    'interval' in of ? [{ name: sql.id(key), at: truncated(of, DAY) }] : [],
  );
  const own = keys.map((key) => sql`${key.at} as ${key.name}, `);
  const names = keys.map((key) => sql`${key.name}, `);
  const grouping = keys.length === 0 ? sql`` : sql`group by ${sql.join(keys.map((key) => key.name))}`;
  const { each, where } = unnestListed('t', counted.id);
  // Deduplicated by hash, which avoids sorting all.
  return sql`select ${sql.join(names, sql``)}count(*) as ${sql.id(counted.name)} from (
    select distinct ${sql.join(own, sql``)}${each} as part from ${from} where ${where}
  ) listed ${grouping}`;
}
