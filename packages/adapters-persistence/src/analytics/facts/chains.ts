import { type RawBuilder, sql } from 'kysely';

/** Date types with their codes in the tables. */
export const dateTypes = { created: 1, paid: 2, completed: 3 } as const;
export type FactDate = keyof typeof dateTypes;
export const factDates = Object.keys(dateTypes) as readonly FactDate[];

/** Columns from which the chain of a customer's rows is computed: new or returning, counted day, previous day. */
export const chained =
  sql.raw(`order_id, parent_id, customer_id, status, total, created_utc, created_at, paid_at, completed_at,
  is_returning, counted_day, previous_day`);

/** The row of `fact_rules`, by its key: without statistics the planner takes the table for a thousand rows. */
export const factRules = sql.raw('(select * from fact_rules where id = 1) fact_rules');

/** Predicate: the status of a row counts. For queries that join `factRules`. */
export const isCounted = sql.raw('status <> all (excluded_statuses)');
/** The day by the configured date type. For queries that join `factRules`. */
export const countedDay = sql.raw('case date_type when 1 then created_day when 2 then paid_day else completed_day end');
/** The timestamp by the configured date type. For queries that join `factRules`. */
export const countsAt = sql.raw('case date_type when 1 then created_at when 2 then paid_at else completed_at end');

/**
 * CTE `fresh`: all rows of some customers with their recomputed chain: `is_returning`, counted day, and the counted day of
 * the previous counted row. One pass of window functions without joins, which would be planned for few rows and run with
 * thousands. A row whose `is_returning` is null represents earlier rows and is not returned.
 */
export const freshChains = (
  mine: RawBuilder<unknown>,
  columns: RawBuilder<unknown> = chained,
): RawBuilder<unknown> => sql`
  ranked as (
    select ${columns}, ${isCounted} as is_counted, ${countsAt} as counts_at
    from (${mine}) mine cross join ${factRules}
  ), fresh as (
    select * from (
      select ranked.*,
        case when is_counted then counts_at::date end as new_counted_day,
        case when is_counted and counts_at is not null then lag(counts_at::date) over (
          partition by customer_id, is_counted and counts_at is not null order by counts_at, order_id
        ) end as new_previous_day,
        coalesce(first_value(case when is_counted and parent_id = 0 then order_id end) over (
          partition by customer_id order by is_counted and parent_id = 0 desc, created_utc, order_id
        ) <> coalesce(nullif(parent_id, 0), order_id), false) as new_is_returning
      from ranked
    ) chain where is_returning is not null
  )`;

/** Predicate: the stored chain of a row differs from the computed one. */
export const chainDiffers = sql.raw(
  '(is_returning, counted_day, previous_day) is distinct from (new_is_returning, new_counted_day, new_previous_day)',
);

/** No earlier totals. */
const noSums = sql.raw('select null::int, 0, 0, null::timestamp, null::date, null::date where false');

/** Totals of each customer over the counted rows in `fresh` plus the earlier totals in `known`; zeros for ids without rows. */
export const customerSums = (ids: RawBuilder<unknown>, known = noSums): RawBuilder<unknown> => sql`
  select customer_id, orders_count, total_spend,
    coalesce(round(total_spend::numeric / nullif(orders_count, 0)), 0)::bigint as average_value,
    last_order_at, first_day, last_day
  from (
    select customer_id, sum(orders)::int as orders_count, sum(spend)::bigint as total_spend,
      max(last_order_at) as last_order_at, min(first_day) as first_day, max(last_day) as last_day
    from (
      select customer_id, (is_counted and parent_id = 0)::int, case when is_counted then total else 0 end,
        case when is_counted then created_at end, new_counted_day, new_counted_day
      from fresh
      union all
      select id, 0, 0, null, null, null from (${ids}) wanted (id)
      union all
      ${known}
    ) row (customer_id, orders, spend, last_order_at, first_day, last_day) group by customer_id
  ) sum`;

/** CTE `changed`: updates the chain of rows from a table with the alias `f`. */
export const changeRows = (places: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  changed as (
    update order_fact o
    set is_returning = f.new_is_returning, counted_day = f.new_counted_day, previous_day = f.new_previous_day
    from ${places} where o.order_id = f.order_id
  )`;

/** Upserts the totals of `customerSums`. */
export const keepSums = (ids: RawBuilder<unknown>, known?: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into customer_fact as c
    (customer_id, orders_count, total_spend, average_value, last_order_at, first_day, last_day)
  ${customerSums(ids, known)}
  on conflict (customer_id) do update
  set orders_count = excluded.orders_count, total_spend = excluded.total_spend, average_value = excluded.average_value,
    last_order_at = excluded.last_order_at, first_day = excluded.first_day, last_day = excluded.last_day
  where (c.orders_count, c.total_spend, c.average_value, c.last_order_at, c.first_day, c.last_day) is distinct from
    (excluded.orders_count, excluded.total_spend, excluded.average_value, excluded.last_order_at, excluded.first_day,
      excluded.last_day)`;

/** No earlier totals by year. */
const noYears = sql.raw('select null::int, null::int, 0, 0, null::timestamp where false');

/** Totals of each customer by year, in shop time, over the counted rows in `fresh` plus the earlier totals in `known`. */
export const customerYears = (known = noYears): RawBuilder<unknown> => sql`
  select customer_id, year, sum(orders)::int as orders, sum(spend)::bigint as spend, max(last_order_at) as last_order_at
  from (
    select customer_id, extract(year from created_at)::int, (parent_id = 0)::int, total, created_at from fresh where is_counted
    union all
    ${known}
  ) row (customer_id, year, orders, spend, last_order_at) group by 1, 2`;

/** CTE `years`, and one that upserts these totals by year. */
export const addYears = (known?: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  years as (${customerYears(known)}
  ), kept_years as (
    insert into customer_year as y (customer_id, year, orders, spend, last_order_at)
    select customer_id, year, orders, spend, last_order_at from years
    on conflict (customer_id, year) do update
    set orders = excluded.orders, spend = excluded.spend, last_order_at = excluded.last_order_at
    where (y.orders, y.spend, y.last_order_at) is distinct from (excluded.orders, excluded.spend, excluded.last_order_at)
  )`;

/** The same, and deletes years without rows. `theirs` is a predicate on `customer_id` that selects the customers. */
export const keepYears = (theirs: RawBuilder<unknown>, known?: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${addYears(known)}, gone_years as (
    delete from customer_year y
    where ${theirs} and not exists (select from years where years.customer_id = y.customer_id and years.year = y.year)
  )`;
