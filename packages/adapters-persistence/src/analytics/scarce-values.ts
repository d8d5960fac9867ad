import { type GroupPlan, type ReportCondition, reportRelation } from '@backroom/core';
import { sql } from 'kysely';
import { type Ranged, rangeOf } from './plan-range.ts';
import { conditionOf } from './report-conditions.ts';
import { type Piece, rowsFrom, type Scope } from './report-scope.ts';

/** Values of parts that are few, each of which an index finds. */
interface Scarce {
  readonly column: string;
  /** Says of an order whether it has such parts. */
  readonly flag: string;
  /** So many orders have most of the values. */
  readonly orders: number;
}

const scarce: Readonly<Record<string, Scarce>> = {
  line: { column: 'product_id', flag: 'has_lines', orders: 4_000 },
  coupon: { column: 'coupon_id', flag: 'has_coupon', orders: 1_000 },
  tax: { column: 'rate_id', flag: 'has_tax', orders: 1_000 },
};

/** Says of an order whether it has parts of this table. */
export const flagOf = (table: unknown): string | undefined =>
  typeof table === 'string' ? scarce[table]?.flag : undefined;

/** Up to so many orders all of their parts are looked up. */
const MANY = 40_000;

interface Counting {
  /** What stands behind `from` for the orders that were found, where they were. */
  readonly found?: ((alias: string) => Piece) | undefined;
  /** So many orders are looked at first, where not as many as usual. */
  readonly sampled?: number | undefined;
}

/**
 * How many different products, coupons or rates there are on orders. Those of some of the orders are read; where there are more
 * orders, the index has all values there ever were, and of each that was not met yet it is looked whether any order has it. So not
 * all parts of all orders are read. Undefined where something else is asked.
 */
export function scarceValues(plan: GroupPlan, { found, sampled }: Counting = {}): Piece | undefined {
  const asked = askedOf(plan);
  if (!asked) return undefined;
  const { table, where, ranged } = asked;
  const { column, flag, orders } = scarce[table] as Scarce;
  const [value, rows] = [sql.id('t', column), rowsFrom(table, 't')];
  const relation = reportRelation({ from: 'order' }, {});
  const scope: Scope = { relation, alias: 'o', joined: new Map(), zone: plan.zone ?? 'UTC' };
  const meets = sql`${conditionOf(scope, where)} and ${sql.id('o', flag)}`;
  const some = sql.lit(sampled ?? orders);
  const from = found?.('o');
  // All parts of those that were found are looked up as long as that costs less.
  const most = from
    ? sql`(select case when count(*) > ${sql.lit(sampled ?? MANY)} then ${some} end from ${from})`
    : some;
  const first = from ? sql`${from} where ${meets}` : dayByDay(ranged, meets);
  return sql`
    with few as materialized (select o.order_id from ${first} limit ${most}),
      seen as materialized (
        select distinct ${value} as id from ${rows} where t.order_id = any(array(select order_id from few))
      )
    select (select count(*) from seen) + case when (select count(*) from few) = ${most} then (
      with recursive one as (
        select min(${value}) as id from ${rows}
        union all
        select (select min(${value}) from ${rows} where ${value} > one.id) from one where one.id is not null
      )
      select count(*) from one
        cross join lateral (select from ${rows} ${isOn(from, meets)} and ${value} = one.id and ${daysOf(ranged)} limit 1) met
      where one.id is not null and (one.id in (select id from seen)) is not true
    ) else 0 end as ${sql.id(asked.name)}`;
}

/** Neither is to become a join of everything: the one stays a list in memory, the other a look for each order. */
const isOn = (from: Piece | undefined, meets: Piece): Piece =>
  from
    ? sql`where (t.order_id in (select o.order_id from ${from} where ${meets})) is true`
    : sql`cross join lateral (
        select from ${rowsFrom('order', 'o')} where o.order_id = t.order_id and ${meets} offset 0
      ) o where true`;

/** Parts know the days of their order. */
const daysOf = ({ date, after, before }: Ranged): Piece =>
  sql`${sql.id('t', `${date}_day`)} between ${after.slice(0, 10)}::date and ${before.slice(0, 10)}::date`;

/** Orders from day to day: read as far as they are wanted, where the planner would collect those of the whole range first. */
function dayByDay({ date, after, before }: Ranged, meets: Piece): Piece {
  const at = sql.raw(`${date}_at`);
  return sql`generate_series(
      date_trunc('day', greatest(${after}::timestamp, (select min(${at}) from order_fact))),
      least(${before}::timestamp, (select max(${at}) from order_fact)), interval '1 day') d (day)
    cross join lateral (
      select o.order_id from ${rowsFrom('order', 'o')}
      where o.${at} >= d.day and o.${at} < d.day + interval '1 day' and ${meets} offset 0
    ) o`;
}

interface Asked {
  readonly name: string;
  readonly table: 'line' | 'coupon' | 'tax';
  /** Of the orders. */
  readonly where: ReportCondition;
  readonly ranged: Ranged;
}

function askedOf({ from, where, keys, measures, each = [] }: GroupPlan): Asked | undefined {
  const [first, ...others] = Object.entries(measures);
  if (!first || others.length > 0 || Object.keys(keys).length > 0 || each.length > 0) return undefined;
  if ((from !== 'line' && from !== 'coupon' && from !== 'tax') || where.op !== 'has' || where.reference !== 'order')
    return undefined;
  const [name, measure] = first;
  if (measure.op !== 'distinct' || measure.where || measure.of !== scarce[from]?.column) return undefined;
  const ranged = rangeOf({ from: 'order', where: where.where }, reportRelation({ from: 'order' }, {}));
  return ranged && { name, table: from, where: where.where, ranged };
}
