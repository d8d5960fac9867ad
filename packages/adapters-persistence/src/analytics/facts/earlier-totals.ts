import { type RawBuilder, sql } from 'kysely';
import { countsAt, factRules, isCounted } from './chains.ts';
import { orderTable } from './fact-columns.ts';

/**
 * CTE `past`: totals and first counted order of the customers whose new rows, in `sent`, are later than all their counted
 * rows. The chains of the new rows follow from these alone, and no other row of the customer changes. Excludes customers
 * without a counted order, and those in `changed`, an array, who have lost rows. The condition on the first order is a `case`,
 * because without statistics the planner expects few orders to meet it, and would read and sort all of them.
 */
export const earlierOf = (changed: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  past as materialized (
    select bought.*, first.*, recent.year
    from (
      select customer_id as id, min(created_utc) as created_utc, min(extract(year from created_at))::int as year,
        coalesce(min(case when ${isCounted} then ${countsAt} end)::date, 'infinity') as day
      from sent cross join ${factRules} where customer_id <> all (${changed}) group by 1
    ) recent cross join lateral (
      select customer_id, orders_count, total_spend, last_order_at, first_day, last_day from customer_fact
      where customer_id = recent.id and orders_count > 0 and coalesce(last_day, '-infinity') < recent.day offset 0
    ) bought cross join lateral (
      select order_id, status, created_utc from order_fact cross join ${factRules}
      where customer_id = recent.id and case when parent_id = 0 then ${isCounted} end
      order by customer_id, order_fact.created_utc, order_id limit 1
    ) first
    where first.created_utc < recent.created_utc
  )`;

const shown: Readonly<Record<string, string>> = {
  order_id: 'order_id',
  parent_id: '0',
  customer_id: 'customer_id',
  status: 'status',
  created_utc: 'created_utc',
  created_at: 'last_day::timestamp',
  paid_at: 'last_day::timestamp',
  completed_at: 'last_day::timestamp',
};

/** A single row that represents all earlier rows of a customer: the first order, dated on the day of the last one. */
export const earlierRows: RawBuilder<unknown> = sql.raw(
  Object.keys(orderTable.columns)
    .map((name) => shown[name] ?? 'null')
    .join(', '),
);

/** Their earlier totals. */
export const earlierSums: RawBuilder<unknown> = sql.raw(
  'select customer_id, orders_count, total_spend, last_order_at, first_day, last_day from past',
);

/** Their earlier totals in the years of the new rows. */
export const earlierYears: RawBuilder<unknown> = sql.raw(`
  select kept.customer_id, kept.year, kept.orders, kept.spend, kept.last_order_at
  from past cross join lateral (
    select * from customer_year y where y.customer_id = past.customer_id and y.year >= past.year offset 0
  ) kept`);
