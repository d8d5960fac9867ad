import type { FactWrite } from '@backroom/core/analytics';
import type { StageGates } from '@backroom/core/kernel';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import type { PartTable } from '../roll-ups/contributions.ts';
import { addAllPending } from '../roll-ups/families.ts';
import { appendLevels } from '../roll-ups/level-families.ts';
import { linesOf, storedLinesOf } from '../roll-ups/line-sums.ts';
import { soldWithRates } from '../roll-ups/rate-products.ts';
import { chainDiffers, chained, changeRows, freshChains, keepSums, keepYears } from './chains.ts';
import { differing } from './digests.ts';
import { earlierOf, earlierRows, earlierSums, earlierYears } from './earlier-totals.ts';
import { arraysOf, couponTable, type FactTable, lineTable, namesOf, orderTable, taxTable } from './fact-columns.ts';
import { insertParts, ordersWithParts } from './order-parts.ts';

/**
 * Replaces the facts of orders by one delete and one insert statement. Orders with unchanged facts are skipped.
 */
export async function writeFacts(db: Kysely<Tables>, write: FactWrite, gates?: StageGates): Promise<void> {
  demandHeld(write);
  // Prepared while earlier batches are still written, because thousands of rows take long.
  const insertion = insertionOf(write);
  await gates?.previousDone;
  const { owners, same } = await removeFacts(db, write);
  await gates?.nextReady;
  const rows = write.rows.filter(({ order }) => !same.has(order.orderId));
  await (same.size === 0 ? insertion : insertionOf({ ...write, rows }))(owners).execute(db);
}

/** Without a lock on its customer a chain could become permanently wrong. */
function demandHeld({ orderIds, rows, customerIds }: FactWrite): void {
  const orders = new Set(orderIds);
  const customers = new Set(customerIds);
  const stray = rows.find(({ order }) => !orders.has(order.orderId) || !customers.has(order.customerId));
  if (stray)
    throw new TypeError(`Facts of order ${stray.order.orderId} are written, but it or its customer is not named.`);
}

/** Up to this number of orders that are not new, rows are compared without a check whether any exist. */
const FEW = 25;
const tables = ['line_fact', 'coupon_fact', 'tax_fact', 'order_fact'];

/** Customers whose rows were deleted, and orders that are unchanged. */
interface Removal {
  readonly owners: readonly number[];
  readonly same: ReadonlySet<number>;
}

/** Deletes the stored facts of orders that differ from the new ones. */
async function removeFacts(db: Kysely<Tables>, { orderIds, rows, areNew = false }: FactWrite): Promise<Removal> {
  const isChecked = orderIds.length > FEW || (areNew && orderIds.length > 0);
  const mayBe = isChecked ? await mayHaveFacts(db, orderIds) : orderIds.length > 0;
  if (!mayBe) return { owners: [], same: new Set() };
  const removed = await sql<{ owners: readonly number[]; others: readonly number[] }>`
    with wanted as materialized (${differing(orderIds, rows)}),
      line as (${removalFrom('line_fact')} returning *),
      coupon_fact_gone as (${removalFrom('coupon_fact')} returning *),
      tax_fact_gone as (${removalFrom('tax_fact')} returning *),
      part as (${removalFrom('order_part')}),
      gone as (${removalFrom('order_fact')} returning *),
      ${addAllPending({ orders: sql`(select *, -1 as sign from gone)`, parts: (table) => sql.raw(`${table}_gone`) })},
      ${appendLevels({
        visits: takenOff,
        lines: linesOf(takenOff, sql`select * from line`),
        sold: soldWithRates(sql.raw('line'), sql.raw('tax_fact_gone'), -1),
      })}
    select array(select distinct customer_id from gone) as owners, array(select id from wanted) as others`.execute(db);
  const { owners = [], others = [] } = removed.rows[0] ?? {};
  const same = new Set(orderIds);
  for (const id of others) same.delete(id);
  return { owners, same };
}

const takenOff = sql`select *, -1 as sign from gone`;

/**
 * Lateral look-ups by order: a cached plan from a small table compared each row with every order. Rows cannot change
 * meanwhile, because their customers are locked.
 */
const removalFrom = (table: string): RawBuilder<unknown> =>
  sql.raw(`delete from ${table} where ctid = any (array(
        select theirs.ctid from wanted
          cross join lateral (select ctid from ${table} where order_id = wanted.id offset 0) theirs
      ))`);

/** New orders have no rows between the lowest and the highest id: one look-up suffices. */
async function mayHaveFacts(db: Kysely<Tables>, orderIds: readonly number[]): Promise<boolean> {
  const lowest = orderIds.reduce((least, id) => Math.min(least, id));
  const highest = orderIds.reduce((most, id) => Math.max(most, id));
  const first = sql.join(
    tables.map((table) => sql`(select min(order_id) from ${sql.raw(table)} where order_id >= ${lowest})`),
  );
  const { rows } = await sql<{ is_so: boolean | null }>`select least(${first}) <= ${highest} as is_so`.execute(db);
  return rows[0]?.is_so ?? false;
}

const orderNames = namesOf(orderTable);
const assigned = sql.raw(
  [...Object.keys(orderTable.columns), 'is_returning', 'counted_day', 'previous_day']
    .map((name) => `${name} = excluded.${name}`)
    .join(', '),
);
const tableOf = { tax_fact: taxTable, coupon_fact: couponTable };

/** CTEs of the given rows of a table, and of their insert. */
function insertGiven<T>(table: FactTable<T>, rows: FactWrite['rows']): RawBuilder<unknown> {
  const name = sql.raw(table.table);
  const names = namesOf(table);
  return sql`${name}_given as materialized (select * from ${arraysOf(table, rows)}),
      ${name}_kept as (insert into ${name} (${names}) select ${names} from ${name}_given)`;
}

/**
 * Prepares the statement that inserts rows and updates the chains of their customers, given the customers whose rows were
 * deleted.
 */
function insertionOf({ rows, customerIds }: FactWrite): (changed: readonly number[]) => RawBuilder<unknown> {
  const orders = arraysOf(ordersWithParts, rows);
  const given = sql.join([insertGiven(lineTable, rows), insertGiven(couponTable, rows), insertGiven(taxTable, rows)]);
  const all = sql`${orderNames}, is_returning, counted_day, previous_day`;
  const theirs = sql`customer_id = any ((select ids from others)::int[])`;
  // Chains are computed over existing and new rows together, so that a new row is written once. Existing rows with another
  // chain are updated via `on conflict`, because a join would read the whole table.
  const mine = sql`
    select ${all}, false as is_new from order_fact where ${theirs}
    union all
    select ${earlierRows}, null, null, null, false from past
    union all
    select ${orderNames}, false, null, null, true from given`;
  return (changed) => sql`
    with ${given},
      given as materialized (select * from ${orders}),
      part as (${insertParts(sql.raw('given'))}),
      ${earlierOf(changed)},
      others as materialized (
        select array(select unnest(${customerIds}::int[]) except select customer_id from past) as ids
      ),
      ${freshChains(mine, sql`${all}, is_new`)},
      placed as (
        insert into order_fact (${all})
        select ${orderNames}, new_is_returning, new_counted_day, new_previous_day from fresh
        where is_new or ${chainDiffers}
        on conflict (order_id) do update set ${assigned}
      ),
      person as (${keepSums(sql`select unnest(${customerIds}::int[])`, earlierSums)}),
      ${keepYears(theirs, earlierYears)},
      contributing as materialized (${contributingRows}),
      ${addAllPending({ orders: sql.raw('contributing'), parts: partsOfContributing })},
      ${appendLevels({ visits: changedVisits, lines: contributingLines, sold: addedWithRates })}
    select`;
}

const changedVisits = sql`
  select new_counted_day as counted_day, new_previous_day as previous_day, 1 as sign from fresh where is_new or ${chainDiffers}
  union all
  select counted_day, previous_day, -1 from fresh where not is_new and ${chainDiffers}`;
const isNew = sql`order_id in (select order_id from given)`;
const contributingLines = sql`
  ${linesOf(sql`select * from contributing where ${isNew}`, sql`select * from line_fact_given`)}
  union all
  ${storedLinesOf(sql`select * from contributing where not ${isNew}`)}`;

const addedWithRates = soldWithRates(sql.raw('line_fact_given'), sql.raw('tax_fact_given'), 1);

/** New rows, and rows whose customer has become new or returning: as they were and as they are. */
const contributingRows = sql`
  select ${orderNames}, new_is_returning as is_returning, 1 as sign from fresh where is_new
  union all
  select ${orderNames}, state.is_returning, state.sign
  from fresh f cross join lateral (values (f.is_returning, -1), (f.new_is_returning, 1)) state (is_returning, sign)
  where not f.is_new and f.is_returning <> f.new_is_returning`;

/** The parts of these: new ones, and those of rows that were there. */
const partsOfContributing = (table: PartTable): RawBuilder<unknown> => {
  const names = namesOf<never>(tableOf[table] as FactTable<never>);
  return sql`(
    select ${names} from ${sql.raw(`${table}_given`)}
    union all
    select ${names} from ${partsOfOrders(table, sql`select order_id from fresh where not is_new and is_returning <> new_is_returning`)} stored)`;
};

/** The stored parts of orders, looked up by an array, because the planner cannot estimate their number for a join. */
const partsOfOrders = (table: PartTable, ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select * from ${sql.raw(table)} where order_id = any (array(${ids})))`;

interface FactPlacement {
  readonly order_id: number;
  readonly new_is_returning: boolean;
  readonly new_counted_day: string | null;
  readonly new_previous_day: string | null;
}

/**
 * Recomputes the chains and totals of customers. Differing rows are fetched and sent back, because
 * the planner cannot estimate their number for a join.
 */
export async function renewChains(db: Kysely<Tables>, from: number, to: number): Promise<void> {
  const theirs = sql`customer_id between ${from} and ${to}`;
  const fresh = freshChains(sql`select ${chained} from order_fact where ${theirs}`);
  const { rows } = await sql<FactPlacement>`
    with ${fresh}
    select order_id, new_is_returning, new_counted_day, new_previous_day from fresh where ${chainDiffers}`.execute(db);
  await sql`
    with ${fresh}, ${keepYears(theirs)} ${keepSums(sql`select customer_id from customer_fact where ${theirs}`)}`.execute(
    db,
  );
  if (rows.length === 0) return;
  const all = <K extends keyof FactPlacement>(name: K) => rows.map((row) => row[name]);
  const places = sql`
    unnest(${all('order_id')}::int[], ${all('new_is_returning')}::boolean[], ${all('new_counted_day')}::date[],
      ${all('new_previous_day')}::date[]) as f (order_id, new_is_returning, new_counted_day, new_previous_day)`;
  const turned = sql`
    select ${orderNames}, state.is_returning, state.sign
    from ${places} join order_fact o using (order_id)
      cross join lateral (values (o.is_returning, -1), (f.new_is_returning, 1)) state (is_returning, sign)
    where o.is_returning <> f.new_is_returning`;
  const visits = sql`
    select state.counted_day, state.previous_day, state.sign
    from ${places} join order_fact o using (order_id) cross join lateral (
      values (o.counted_day, o.previous_day, -1), (f.new_counted_day, f.new_previous_day, 1)
    ) state (counted_day, previous_day, sign)`;
  const parts = (table: PartTable) => partsOfOrders(table, sql`select unnest(${all('order_id')}::int[])`);
  await sql`
    with ${changeRows(places)}, turned as materialized (${turned}),
      ${addAllPending({ orders: sql.raw('turned'), parts })},
      ${appendLevels({ visits, lines: storedLinesOf(sql`select * from turned`) })}
    select`.execute(db);
}
