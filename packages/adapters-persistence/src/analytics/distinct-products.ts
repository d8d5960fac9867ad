import { type GroupPlan, type ReportCondition, reportRelation } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { isRepeated, partKinds } from './facts/order-parts.ts';
import { divide, type Ranged, rangeOf } from './plan-range.ts';
import { conditionOf } from './report-conditions.ts';
import { named, type Piece, rowsFrom, type Scope } from './report-scope.ts';
import type { FollowedRules } from './roll-ups/followed-rules.ts';

/** Columns of orders that say whether they have parts of a table. */
const flags: Readonly<Record<string, string>> = { line: 'has_lines', coupon: 'has_coupon', tax: 'has_tax' };

/** The column of orders that says whether they have parts of this table. */
export const flagOf = (table: unknown): string | undefined => (typeof table === 'string' ? flags[table] : undefined);

/** Up to `MANY` orders all lines are read; of more orders, those of `SOME`. */
const MANY = 20_000;
const SOME = 4_000;

interface CountOptions {
  readonly rules: FollowedRules;
  /** The `from` item of orders that were already found. */
  readonly found?: ((alias: string) => Piece) | undefined;
  /** Replaces both `MANY` and `SOME`, for tests. */
  readonly sampled?: number | undefined;
}

/**
 * Distinct count of products on orders. With many orders only the lines of some are read; for each further product of the
 * index a look-up checks whether any of the orders has it. So not all lines of a year are read. Undefined for other measures.
 */
export function distinctProducts(plan: GroupPlan, { rules, found, sampled }: CountOptions): Piece | undefined {
  const asked = askedOf(plan);
  if (!asked) return undefined;
  const { rest, date } = asked.ranged;
  const isOfParts = !found && divide(asked.ranged).cuts.length === 0 && rest.every(isRepeated);
  if (isOfParts && rules.meet({ date })) return probedProducts(asked);
  return sampledProducts(asked, { zone: plan.zone ?? 'UTC', found, sampled });
}

/** Each product is looked up once in the index of orders by part, which repeats all columns that are asked for. */
function probedProducts({ name, ranged }: DifferentQuery): Piece {
  const relation = reportRelation({ from: 'order' }, {});
  const where = conditionOf(
    { relation, alias: 'part', joined: new Map(), zone: 'UTC' },
    { op: 'all', of: ranged.rest },
  );
  return sql`select count(*) as ${named(name)} from ${candidatesOf(ranged)} cross join lateral (
      select from order_part part where part.kind = ${sql.lit(partKinds.product)} and part.part_id = one.id
        and part.day between ${ranged.after.slice(0, 10)} and ${ranged.before.slice(0, 10)} and ${where} limit 1
    ) met`;
}

interface Sampling extends Omit<CountOptions, 'rules'> {
  readonly zone: string;
}

function sampledProducts({ name, where, ranged }: DifferentQuery, { zone, found, sampled }: Sampling): Piece {
  const relation = reportRelation({ from: 'order' }, {});
  const scope: Scope = { relation, alias: 'o', joined: new Map(), zone };
  const meets = sql`${conditionOf(scope, where)} and o.has_lines`;
  const from = found?.('o');
  const known = from ? sql`${from} where ${meets}` : undefined;
  const first = known ?? dayByDay(ranged);
  const many = sql.lit(sampled ?? MANY);
  const some = sql.lit(sampled ?? SOME);
  const on = onOrders(known);
  const orders = sql`asked as not materialized (select * from ${rowsFrom('order', 'o')} where ${meets}),`;
  const areMany = sql`(select count(*) > ${many} from few)`;
  return sql`
    with ${known ? sql`` : orders} few as materialized (select o.order_id from ${first} limit ${many} + 1),
      seen as materialized (
        select distinct product_id as id from line_fact
        where order_id = any(array(select order_id from few limit (select case when ${areMany} then ${some} end)))
      )
    select (select count(*) from seen) + case when ${areMany} then (
      select count(*) from ${candidatesOf(ranged)} cross join lateral (${metBy(ranged, on)}) met
      where (one.id in (select id from seen)) is not true
    ) else 0 end as ${sql.id(name)}`;
}

/** The products with lines, as a `from` item `one`. */
export const candidatesOf = ({ after, before }: Ranged): Piece =>
  sql`products_with_lines(${after.slice(0, 10)}::date, ${before.slice(0, 10)}::date) one`;

/**
 * Restriction of lines to the matching orders. Both forms prevent a full join: the first is a hashed subquery, the second a
 * look-up for each line.
 */
function onOrders(found: Piece | undefined) {
  if (found) return { join: sql``, where: sql`where (t.order_id in (select o.order_id from ${found})) is true` };
  const looked = sql`select from asked o where o.order_id = t.order_id offset 0`;
  return { join: sql`cross join lateral (${looked}) o`, where: sql`` };
}

/**
 * Finds a line of a candidate product on the orders. The index orders the lines of a product by creation day. Most lines that
 * count by another date in a range were also created in it, so these are searched first, then the others.
 */
function metBy(ranged: Ranged, { join, where }: ReturnType<typeof onOrders>): Piece {
  const those = sql`select order_id from line_fact t where t.product_id = one.id and ${daysOf(ranged)}`;
  const created = daysOf({ ...ranged, date: 'created' });
  const lines =
    ranged.date === 'created' ? those : sql`${those} and ${created} union all ${those} and not (${created})`;
  return sql`select from (${lines} offset 0) t ${join} ${where} limit 1`;
}

/** Predicate on the day that lines repeat from their order. */
const daysOf = ({ date, after, before }: Ranged): Piece =>
  sql`t.${sql.raw(date)}_day between ${after.slice(0, 10)} and ${before.slice(0, 10)}`;

/** Orders day by day, so that a limit stops early; otherwise the planner would collect the whole range first. */
function dayByDay({ date, after, before }: Ranged): Piece {
  const at = sql.raw(`${date}_at`);
  return sql`generate_series(
      date_trunc('day', greatest(${after}::timestamp, (select min(${at}) from order_fact))),
      least(${before}::timestamp, (select max(${at}) from order_fact)), interval '1 day') d (day)
    cross join lateral (
      select o.order_id from asked o where o.${at} >= d.day and o.${at} < d.day + interval '1 day' offset 0
    ) o`;
}

interface DifferentQuery {
  readonly name: string;
  /** Predicate on the orders. */
  readonly where: ReportCondition;
  readonly ranged: Ranged;
}

function askedOf({ from, where, keys, measures, counts, each = [] }: GroupPlan): DifferentQuery | undefined {
  const [name, ...others] = measures;
  if (name !== 'products' || counts || others.length > 0 || Object.keys(keys).length > 0 || each.length > 0)
    return undefined;
  if (from !== 'line' || where.op !== 'has' || where.reference !== 'order') return undefined;
  const ranged = rangeOf({ from: 'order', where: where.where }, reportRelation({ from: 'order' }, {}));
  return ranged && { name, where: where.where, ranged };
}
