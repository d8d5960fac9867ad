import type { Page, PageRequest } from '@backroom/core';
import type { Order, OrderStatus, Refund, StoredOrder } from '@backroom/core/commerce';
import type { OrderCountFilter, OrderFilter, OrderStore, RecordFilter } from '@backroom/core/orders';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import { orderTable, refundTable, storedOrderTable } from './order-rows.ts';
import { deleteOrders, upsertOrders, upsertRefunds } from './order-writes.ts';
import { countByStatus, listRecords, selectAfter, selectByIds, selectRecords } from './record-queries.ts';
import { allocateIds } from './record-writes.ts';

/** Orders and refunds in PostgreSQL; batches are written by one statement each, whose text is independent of their size. */
export class MikroOrderStore implements OrderStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: number): Promise<StoredOrder | undefined> {
    return (await selectRecords(this.#db, storedOrderTable, sql`r.id = ${id}`))[0];
  }

  async findRefund(id: number): Promise<Refund | undefined> {
    return (await selectRecords(this.#db, refundTable, sql`r.id = ${id}`))[0];
  }

  async hold(ids: readonly number[]): Promise<readonly StoredOrder[]> {
    if (ids.length === 0) return [];
    const { rows } = await sql<{ id: number }>`
      with requested as materialized (
        select distinct unnest(${ids}::int[]) as id
      ), targets as materialized (
        select id from requested
        union select r.order_id from requested cross join lateral (
          select order_id from shop_refund where id = requested.id offset 0
        ) r order by id
      )
      select o.id from targets cross join lateral (
        select id from shop_order where id = targets.id for no key update
      ) o`.execute(this.#db);
    // A separate statement: its snapshot includes the commits that the lock waited for.
    return selectByIds(
      this.#db,
      storedOrderTable,
      rows.map(({ id }) => id),
    );
  }

  async taken(ids: readonly number[]): Promise<ReadonlyMap<number, 'order' | 'refund'>> {
    const { rows } = await sql<{ id: number; is_refund: boolean }>`
      select id, is_refund from shop_order_id where id = any(${ids}::int[])`.execute(this.#db);
    return new Map(rows.map(({ id, is_refund }) => [id, is_refund ? 'refund' : 'order']));
  }

  async nextIds(count: number): Promise<readonly number[]> {
    return allocateIds(this.#db, 'shop_order_id', count);
  }

  async saveOrders(orders: readonly Omit<StoredOrder, 'refunds'>[]): Promise<void> {
    await upsertOrders(this.#db, orders);
  }

  async saveRefunds(refunds: readonly Refund[]): Promise<void> {
    await upsertRefunds(this.#db, refunds);
  }

  async remove(ids: readonly number[]): Promise<void> {
    await deleteOrders(this.#db, ids);
  }

  async list(filter: OrderFilter, page: PageRequest): Promise<Page<Order>> {
    return listRecords(this.#db, orderTable, { filter, page, where: predicatesOf(filter) });
  }

  async countByStatus(filter: OrderCountFilter): Promise<ReadonlyMap<OrderStatus, number>> {
    return countByStatus(this.#db, orderTable, { filter, where: predicatesOf(filter) });
  }

  async listRefunds(orderId: number, filter: RecordFilter, page: PageRequest): Promise<Page<Refund>> {
    return listRecords(this.#db, refundTable, { filter, page, where: [sql`r.order_id = ${orderId}`] });
  }

  async walk(afterId: number, most: number): Promise<readonly StoredOrder[]> {
    return selectAfter(this.#db, storedOrderTable, { afterId, most });
  }

  async newestOrders(customerIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const { rows } = await sql<{ customer_id: number; id: number }>`
      select c.id as customer_id, o.id from unnest(${customerIds}::int[]) as c (id) cross join lateral (
        select id from shop_order where customer_id = c.id order by created_at desc, id desc limit 1
      ) o`.execute(this.#db);
    return new Map(rows.map(({ customer_id, id }) => [customer_id, id]));
  }

  async count(): Promise<{ readonly orders: number; readonly refunds: number }> {
    const { rows } = await sql<{ orders: number; refunds: number }>`
      select count(*) filter (where not is_refund)::int as orders, count(*) filter (where is_refund)::int as refunds
      from shop_order_id`.execute(this.#db);
    return rows[0] ?? { orders: 0, refunds: 0 };
  }

  get #db(): Kysely<Tables> {
    return this.#database.kysely();
  }
}

/** Predicates on `r` of the filters that only orders have. */
const predicatesOf = ({ status, customerId }: Pick<OrderFilter, 'status' | 'customerId'>) => [
  ...(status === undefined ? [] : [sql`r.status = any(${status}::text[])`]),
  ...(customerId === undefined ? [] : [sql`r.customer_id = ${customerId}`]),
];
