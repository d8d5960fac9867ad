import type { CountingRules } from '@backroom/core/analytics';
import { sql } from 'kysely';
import type { Database } from './persistence.ts';
import { MikroFactStore } from './persistence.ts';
import { oneOf, upTo } from './report-draws.ts';
import { storeParts } from './report-facts.ts';

type Draw = () => number;

/**
 * The state of the roll-ups at a request: all up to date; wrong on marked days; some never counted; none that may be read. Sums of
 * orders are right in each: all moved, moved in part, all pending, moved with more that cancels out.
 */
export const sumStates = ['clean', 'dirty', 'half-refreshed', 'absent'] as const;
/** One of them. */
export type SumState = (typeof sumStates)[number];

/** Rules that a shop can have. */
export const randomRules = (draw: Draw): CountingRules => ({
  dateType: oneOf(draw, ['date_created', 'date_paid', 'date_completed']),
  weekStartsOn: upTo(draw, 6),
  excludedStatuses: oneOf(draw, [['pending', 'failed', 'cancelled'], ['on-hold'], []]),
});

const never = ['trash', 'checkout-draft'];
const dateTypes = { date_created: 1, date_paid: 2, date_completed: 3 } as const;
const days = ['tax_day', 'coupon_day'];
const months = ['tax_month'];
const levels = [
  ...['product_level', 'variation_level', 'category_level', 'coupon_level'],
  ...['new_product_level', 'new_coupon_level'],
];

/** Counts sums by these rules from the facts that are there, and leaves them in a state. */
export async function storeSums(
  database: Database,
  { rules, state, draw }: { readonly rules: CountingRules; readonly state: SumState; readonly draw: Draw },
): Promise<void> {
  const db = database.kysely();
  const excluded = [...new Set([...rules.excludedStatuses, ...never])].toSorted();
  await sql`
    update fact_rules set date_type = ${dateTypes[rules.dateType]}, week_starts_on = ${rules.weekStartsOn},
      excluded_statuses = ${excluded}::text[], rebuild_from = null`.execute(db);
  await chainCustomers(database, rules);
  await storeParts(database);
  for (const table of [...days, ...months, ...levels, 'customer_day', 'dirty_day'])
    await sql`delete from ${sql.table(table)}`.execute(db);
  await sql`
    insert into dirty_day (date_type, day)
    select distinct d.* from order_fact cross join lateral (values (1, created_day), (2, paid_day), (3, completed_day)) d (type, day)
    where d.day is not null`.execute(db);
  const store = new MikroFactStore(database);
  if (state === 'half-refreshed') await store.refresh(1 + upTo(draw, 8));
  else while ((await store.refresh(1_000)) > 0);
  if (state === 'absent') await spoilSums(database, sql`true`, sql`true`);
  if (state === 'absent') await sql`update customer_year set orders = orders + 7, spend = spend + 7`.execute(db);
  if (state === 'absent') await sql`update fact_rules set rebuild_from = ${1 + upTo(draw, 9)}`.execute(db);
  if (state === 'dirty') await dirtySome(database, draw);
  if (state !== 'clean') await disorderPending(database, state === 'half-refreshed');
}

/** Leaves all sums of orders pending, or takes some out of days and months; adds pending rows that cancel out. */
async function disorderPending(database: Database, isAll: boolean): Promise<void> {
  const db = database.kysely();
  const sums = [
    ...['entries', 'items', 'total', 'tax', 'shipping', 'net', 'coupon', 'refunds', 'tax_back', 'shipping_back'],
    ...['with_lines', 'with_coupon', 'with_tax'],
  ];
  const keys = sql.raw('date_type, day, status, is_refund, is_returning');
  const all = sql.raw(sums.join(', '));
  const times = (factor: string) => sql.raw(sums.map((name) => `${name} * ${factor}`).join(', '));
  const some = isAll ? sql`true` : sql`extract(day from day)::int % 3 = 0`;
  await sql`insert into order_pending (${keys}, ${all}) select ${keys}, ${all} from order_day where ${some}`.execute(
    db,
  );
  await sql`
    update order_month kept set ${sql.raw(sums.map((name) => `${name} = kept.${name} - taken.${name}`).join(', '))}
    from (
      select date_type, date_trunc('month', day::timestamp)::date as start, status, is_refund, is_returning,
        ${sql.raw(sums.map((name) => `sum(${name}) as ${name}`).join(', '))}
      from order_day where ${some} group by 1, 2, 3, 4, 5
    ) taken
    where (kept.date_type, kept.start, kept.status, kept.is_refund, kept.is_returning)
      = (taken.date_type, taken.start, taken.status, taken.is_refund, taken.is_returning)`.execute(db);
  await sql`delete from order_day where ${some}`.execute(db);
  // Of a day and a status that no order has, too.
  await sql`
    insert into order_pending (${keys}, ${all})
    select date_type, day + more, case when more = 0 then status else 'moved' end, is_refund, not is_returning, ${times('sign')}
    from order_pending cross join (values (0), (1)) m (more) cross join (values (1), (-1)) s (sign)`.execute(db);
}

/** The days on which rows count and on which their customers bought before. */
async function chainCustomers(database: Database, { dateType }: CountingRules): Promise<void> {
  const at = sql.id(dateType.replace('date_', '').concat('_at'));
  const db = database.kysely();
  await sql`
    update order_fact o set counted_day = f.day, previous_day = f.before
    from order_fact other left join (
      select order_id, ${at}::date as day, lag(${at}::date) over (partition by customer_id order by ${at}, order_id) as before
      from order_fact cross join fact_rules where status <> all (excluded_statuses) and ${at} is not null
    ) f using (order_id) where other.order_id = o.order_id`.execute(db);
  await sql`delete from customer_year`.execute(db);
  await sql`
    insert into customer_year (customer_id, year, orders, spend, last_order_at)
    select customer_id, extract(year from created_at), count(*) filter (where parent_id = 0), sum(total), max(created_at)
    from order_fact cross join fact_rules where status <> all (excluded_statuses) group by 1, 2`.execute(db);
  await sql`
    insert into customer_fact (customer_id, orders_count, total_spend, average_value, first_day, last_day)
    select customer_id, 0, 0, 0, min(counted_day), max(counted_day) from order_fact group by 1
    on conflict (customer_id) do update set first_day = excluded.first_day, last_day = excluded.last_day`.execute(db);
}

/** Marks some days, of some dates, and makes whatever is kept of them wrong. */
async function dirtySome(database: Database, draw: Draw): Promise<void> {
  const { rows } = await sql<{ date_type: number; day: string }>`
    select distinct date_type, day from order_day order by 1, 2`.execute(database.kysely());
  for (const { date_type: type, day } of rows) {
    if (draw() < 0.6) continue;
    await sql`insert into dirty_day (date_type, day) select ${type}, ${day}::date from generate_series(1, ${1 + upTo(draw, 1)})`.execute(
      database.kysely(),
    );
  }
  await spoilSums(
    database,
    sql`exists (select from dirty_day d where d.date_type = kept.date_type and d.day = kept.day)`,
    sql`exists (select from dirty_day d where d.date_type = kept.date_type
      and date_trunc(case level when 2 then 'month' when 3 then 'quarter' else 'year' end, d.day::timestamp)::date = kept.start)`,
  );
}

/** Makes sums wrong: of these days, and of these months, quarters and years. */
export async function spoilSums(
  database: Database,
  ofDays: ReturnType<typeof sql>,
  ofLevels: ReturnType<typeof sql>,
): Promise<void> {
  const spoil = async (table: string, where: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_name = ${table} and data_type in ('bigint', 'integer')
        and column_name not like '%_id' and column_name <> 'percent'`.execute(database.kysely());
    const all = sql.join(rows.map(({ name }) => sql`${sql.id(name)} = ${sql.id(name)} + 7`));
    await sql`update ${sql.table(table)} kept set ${all} where ${where}`.execute(database.kysely());
  };
  for (const table of days) await spoil(table, ofDays);
  for (const table of levels) await spoil(table, ofLevels);
  const ofMonths = sql`exists (select from (select kept.date_type, kept.start, 2 as level) kept where ${ofLevels})`;
  for (const table of months) await spoil(table, ofMonths);
  await spoil(
    'customer_day',
    sql`exists (select from (select kept.day, date_type from fact_rules) kept where ${ofDays})`,
  );
}
