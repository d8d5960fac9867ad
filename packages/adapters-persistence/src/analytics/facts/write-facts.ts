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
import { insertFacts, insertionOf, orderNames, partsOfOrders } from './insert-facts.ts';

/**
 * Replaces the facts of orders by one delete and one insert statement. Orders with unchanged facts are skipped. Facts of new or of
 * many orders are first inserted on the condition that there are none, and a few new ones on that of being their customers' last.
 */
export async function writeFacts(db: Kysely<Tables>, write: FactWrite, gates?: StageGates): Promise<void> {
  demandHeld(write);
  const { orderIds, areNew = false } = write;
  // Prepared while earlier batches are still written.
  const insertion = insertionOf(write);
  await gates?.previousDone;
  const areFew = orderIds.length <= FEW;
  if (orderIds.length > 0 && (areNew || !areFew)) {
    await gates?.nextReady;
    if (areFew && (await insertFacts(db, insertion, { absent: orderIds, areLast: true }))) return;
    if (await insertFacts(db, insertion, { absent: orderIds })) return;
  }
  const { owners: changed, same } = await removeFacts(db, write);
  await gates?.nextReady;
  const rows = write.rows.filter(({ order }) => !same.has(order.orderId));
  await insertFacts(db, same.size === 0 ? insertion : insertionOf({ ...write, rows }), { changed });
}

/** Without a lock on its customer a chain could become permanently wrong. */
function demandHeld({ orderIds, rows, customerIds }: FactWrite): void {
  const orders = new Set(orderIds);
  const customers = new Set(customerIds);
  const stray = rows.find(({ order }) => !orders.has(order.orderId) || !customers.has(order.customerId));
  if (stray)
    throw new TypeError(`Facts of order ${stray.order.orderId} are written, but it or its customer is not named.`);
}

/** Up to this number of orders plan nodes take longer than rows. */
const FEW = 25;

/** Customers whose rows were deleted, and orders that are unchanged. */
interface Removal {
  readonly owners: readonly number[];
  readonly same: ReadonlySet<number>;
}

/** Deletes the stored facts of orders that differ from the new ones. */
async function removeFacts(db: Kysely<Tables>, { orderIds, rows }: FactWrite): Promise<Removal> {
  if (orderIds.length === 0) return { owners: [], same: new Set() };
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
