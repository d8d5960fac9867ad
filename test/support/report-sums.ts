import type { CountingRules } from '@backroom/core/analytics';
import { sql } from 'kysely';
import type { Database } from './persistence.ts';
import { MikroFactStore, recountSums, rollUps } from './persistence.ts';
import { oneOf, upTo } from './report-draws.ts';
import { storeParts } from './report-facts.ts';

type Draw = () => number;

/** The state of the roll-ups at a request: all rows are moved, some are pending, all are; or the roll-ups must not be read. */
export const sumStates = ['moved', 'partly pending', 'pending', 'absent'] as const;
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
/** Roll-ups that follow the rules: during a rebuild they must not be read. */
const byRules = ['line_level', 'product_level', 'variation_level', 'category_level', 'customer_day'];

/** Counts sums by these rules from the present facts, and leaves them in a state. */
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
  await database.unitOfWork.run(() => recountSums(database.kysely()));
  await new MikroFactStore(database).refresh();
  if (state === 'absent') await spoilSums(database);
  if (state === 'absent') await sql`update customer_year set orders = orders + 7, spend = spend + 7`.execute(db);
  if (state === 'absent') await sql`update fact_rules set rebuild_from = ${1 + upTo(draw, 9)}`.execute(db);
  if (state !== 'moved') await disorderPending(database, state === 'pending');
}

/** Leaves levels empty and all pending, or takes off as pending what is too much in the levels; adds rows that cancel out. */
async function disorderPending(database: Database, isAll: boolean): Promise<void> {
  for (const rollUp of rollUps) await disorder(database, rollUp, isAll);
}

/** Keys of a day, a status and a part that no order has. */
const others: Readonly<Record<string, string>> = {
  day: 'day + more',
  status: "case when more = 0 then status else 'moved' end",
  is_returning: 'not is_returning',
  label: "label || 'z'",
  variant: 'md5(variant::text || more)::uuid',
  product_id: 'product_id + more',
  category_id: 'category_id + more',
};

async function disorder(database: Database, rollUp: (typeof rollUps)[number], isAll: boolean): Promise<void> {
  const db = database.kysely();
  const { pending, keys, sums, levels, counted } = rollUp;
  const name = sql.raw(pending);
  const list = (names: readonly string[], make = (each: string) => each) => sql.raw(names.map(make).join(', '));
  const times = (factor: string) => list(sums, (sum) => `${sum} * ${factor}`);
  const add = (factor: number) => sql`
    insert into ${name} (${list([...keys, ...sums])})
    select ${list(keys)}, ${times(String(factor))} from (${counted}) whole`;
  if (isAll) for (const { table } of levels) await sql`delete from ${sql.table(table)}`.execute(db);
  else {
    await add(2).execute(db);
    await new MikroFactStore(database).refresh();
  }
  await add(isAll ? 1 : -2).execute(db);
  await sql`
    insert into ${name} (${list([...keys, ...sums])}) select ${list(keys, (key) => others[key] ?? key)}, ${times('sign')}
    from ${name} cross join (values (0), (1)) m (more) cross join (values (1), (-1)) s (sign)`.execute(db);
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

/** Makes the sums wrong that must not be read during a rebuild. */
export async function spoilSums(database: Database): Promise<void> {
  for (const { table, sums } of rollUps.flatMap(({ levels }) => levels)) {
    if (!byRules.includes(table)) continue;
    const all = Object.keys(sums).map((name) => `${name} = ${name} + 7`);
    await sql`update ${sql.table(table)} set ${sql.raw(all.join(', '))}`.execute(database.kysely());
  }
}
