import type { FactWrite } from '@backroom/core/analytics';
import type { StageGates } from '@backroom/core/kernel';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { addPending } from '../roll-ups/order-sums.ts';
import { chainDiffers, chained, changeRows, freshChains, keepSums, keepYears, markAdded, markDays } from './chains.ts';
import { differing } from './digests.ts';
import { arraysOf, couponTable, lineTable, namesOf, orderTable, taxTable } from './fact-columns.ts';
import { insertParts } from './order-parts.ts';
import { pastOf, pastRows, pastSums, pastYears } from './past.ts';

/**
 * Replaces the facts of orders by one delete and one insert statement. Orders with unchanged facts are skipped, and their
 * days are not marked.
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

/** Up to this number of orders, rows are compared without a check whether any exist. */
const FEW = 25;
const tables = ['line_fact', 'coupon_fact', 'tax_fact', 'order_fact'];

/** Customers whose rows were deleted, and orders that are unchanged. */
interface Removal {
  readonly owners: readonly number[];
  readonly same: ReadonlySet<number>;
}

/** Deletes the stored facts of orders that differ from the new ones. */
async function removeFacts(db: Kysely<Tables>, { orderIds, rows }: FactWrite): Promise<Removal> {
  const mayBe = orderIds.length > FEW ? await mayHaveFacts(db, orderIds) : orderIds.length > 0;
  if (!mayBe) return { owners: [], same: new Set() };
  const removed = await sql<{ owners: readonly number[]; others: readonly number[] }>`
    with wanted as materialized (${differing(orderIds, rows)}),
      line as (${removalFrom('line_fact')}),
      coupon as (${removalFrom('coupon_fact')}),
      tax as (${removalFrom('tax_fact')}),
      part as (${removalFrom('order_part')}),
      gone as (${removalFrom('order_fact')} returning *),
      taken as (${addPending(sql`select *, -1 as sign from gone`)}),
      marked as (${markDays(sql`select * from gone`)})
    select array(select distinct customer_id from gone) as owners, array(select id from wanted) as others`.execute(db);
  const { owners = [], others = [] } = removed.rows[0] ?? {};
  const same = new Set(orderIds);
  for (const id of others) same.delete(id);
  return { owners, same };
}

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
const lineNames = namesOf(lineTable);
const couponNames = namesOf(couponTable);
const taxNames = namesOf(taxTable);

/**
 * Prepares the statement that inserts rows and updates the chains of their customers, given the customers whose rows were
 * deleted.
 */
function insertionOf({ rows, customerIds }: FactWrite): (changed: readonly number[]) => RawBuilder<unknown> {
  const orders = arraysOf(orderTable, rows);
  const lines = arraysOf(lineTable, rows);
  const coupons = arraysOf(couponTable, rows);
  const taxes = arraysOf(taxTable, rows);
  const parts = insertParts(rows);
  const all = sql`${orderNames}, is_returning, counted_day, previous_day`;
  const theirs = sql`customer_id = any ((select ids from others)::int[])`;
  // Chains are computed over existing and new rows together, so that a new row is written once. Existing rows with another
  // chain are updated via `on conflict`, because a join would read the whole table.
  const mine = sql`
    select ${all}, false as is_new from order_fact where ${theirs}
    union all
    select ${pastRows}, null, null, null, false from past
    union all
    select ${orderNames}, false, null, null, true from given`;
  return (changed) => sql`
    with line as (insert into line_fact (${lineNames}) select ${lineNames} from ${lines}),
      coupon as (insert into coupon_fact (${couponNames}) select ${couponNames} from ${coupons}),
      tax as (insert into tax_fact (${taxNames}) select ${taxNames} from ${taxes}),
      part as (${parts}),
      given as materialized (select * from ${orders}),
      ${pastOf(changed)},
      others as materialized (
        select array(select unnest(${customerIds}::int[]) except select customer_id from past) as ids
      ),
      ${freshChains(mine, sql`${all}, is_new`)},
      placed as (
        insert into order_fact (${all})
        select ${orderNames}, new_is_returning, new_counted_day, new_previous_day from fresh
        where is_new or ${chainDiffers}
        on conflict (order_id) do update set ${assigned}
        returning order_id, created_day, paid_day, completed_day
      ),
      person as (${keepSums(sql`select unnest(${customerIds}::int[])`, pastSums)}),
      ${keepYears(theirs, pastYears)},
      added as (${addPending(addedRows)})
    ${markAdded(sql`select *, order_id in (select order_id from given) as is_new from placed`)}`;
}

/** New rows, and rows whose customer has become new or returning: as they were and as they are. */
const addedRows = sql`
  select ${orderNames}, new_is_returning as is_returning, 1 as sign from fresh where is_new
  union all
  select ${orderNames}, state.is_returning, state.sign
  from fresh f cross join lateral (values (f.is_returning, -1), (f.new_is_returning, 1)) state (is_returning, sign)
  where not f.is_new and f.is_returning <> f.new_is_returning`;

interface FactPlacement {
  readonly order_id: number;
  readonly new_is_returning: boolean;
  readonly new_counted_day: string | null;
  readonly new_previous_day: string | null;
}

/**
 * Recomputes the chains and totals of customers and marks the changed days. Differing rows are fetched and sent back, because
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
  await sql`
    with ${changeRows(places)}, turned as (${addPending(turned)})
    ${markDays(sql`select * from changed`)}`.execute(db);
}
