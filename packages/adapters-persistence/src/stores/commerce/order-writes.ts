import type { Refund, StoredOrder } from '@backroom/core/commerce';
import { type Kysely, sql } from 'kysely';
import { arrayOf } from '../../array-text.ts';
import { CollidedWork } from '../../database-errors.ts';
import type { Tables } from '../../tables.ts';
import { toOrderRow, toRefundRow } from './order-rows.ts';
import { lastById, raisedSequence } from './record-writes.ts';

const columns = {
  number: 'text',
  status: 'text',
  currency: 'text',
  customer_id: 'int',
  user_id: 'int',
  created_at: 'timestamptz',
  paid_at: 'timestamptz',
  completed_at: 'timestamptz',
  modified_at: 'timestamptz',
  is_test: 'boolean',
  search_text: 'text',
  document: 'json',
  stock: 'json',
  status_before_trash: 'text',
};
const entries = Object.entries(columns);
const columnList = (format: (name: string, type: string) => string) =>
  sql.raw(entries.map(([name, type]) => format(name, type)).join(', '));
const names = columnList((name) => name);
const assignments = columnList((name) => `${name} = excluded.${name}`);
const comparable = (row: string) => columnList((name, type) => `${row}.${name}${type === 'json' ? '::text' : ''}`);
const storedColumns = comparable('o');
const newColumns = comparable('excluded');

/**
 * Upserts orders in one statement, with optimistic locking: version 0 is a new order, others must still have the version that
 * was read; unchanged orders keep it. New orders insert their ids first, so that writers of the same id wait for each other.
 * The statement has no joins: a cached plan from an empty or small table can then neither scan nor nest loops over a large one.
 * On a conflict it has already written rows, which the rollback of the unit of work undoes.
 * @throws CollidedWork when an id is taken or a version has changed
 */
export async function upsertOrders(db: Kysely<Tables>, orders: readonly Omit<StoredOrder, 'refunds'>[]): Promise<void> {
  if (orders.length === 0) return;
  const records = lastById(orders.map(toOrderRow));
  const all = Object.entries({ id: 'int', version: 'int', ...columns });
  const arrays = all.map(([name, type]) =>
    arrayOf(
      type,
      records.map((record) => record[name as keyof typeof record]),
    ),
  );
  const { rows } = await sql<{ stored: number }>`
    with input as materialized (
      select * from unnest(${sql.join(arrays)}) as g (id, version, ${names})
    ), ${raisedSequence('shop_order_id', sql`select max(id) from input where version = 0`)}, new_ids as (
      insert into shop_order_id (id, is_refund) select g.id, false from input g cross join raised where g.version = 0
      order by g.id on conflict (id) do nothing returning id
    ), added as (
      insert into shop_order (id, ${names}, version)
      select id, ${names}, 1 from input where version = 0 order by id on conflict (id) do nothing
    ), matching as materialized (
      select o.id from (select id, version from input where version > 0 order by id) g cross join lateral (
        select id from shop_order where id = g.id and version = g.version for no key update
      ) o
    ), changed as (
      insert into shop_order as o (id, ${names}, version)
      select id, ${names}, version from input where version > 0 order by id
      on conflict (id) do update set ${assignments}, version = o.version + 1
      where o.version = excluded.version and (${storedColumns}) is distinct from (${newColumns})
    )
    select ((select count(*) from new_ids) + (select count(*) from matching))::int as stored`.execute(db);
  if (rows[0]?.stored !== records.length)
    throw new CollidedWork('The orders were stored concurrently by another unit of work.');
}

/**
 * Upserts refunds in one statement; their ids are inserted first, as those of orders are.
 * @throws CollidedWork when an id belongs to an order, or was inserted concurrently
 */
export async function upsertRefunds(db: Kysely<Tables>, refunds: readonly Refund[]): Promise<void> {
  if (refunds.length === 0) return;
  const records = lastById(refunds.map(toRefundRow));
  const { rows } = await sql<{ stored: number }>`
    with input as materialized (
      select * from json_to_recordset(${JSON.stringify(records)}::json)
        as g (id int, order_id int, created_at timestamptz, search_text text, document json)
    ), ${raisedSequence('shop_order_id')}, existing as materialized (
      select i.id, i.is_refund from input cross join lateral (
        select id, is_refund from shop_order_id where id = input.id offset 0
      ) i
    ), new_ids as (
      insert into shop_order_id (id, is_refund) select g.id, true from input g cross join raised
      where g.id not in (select id from existing) order by g.id on conflict (id) do nothing returning id
    ), accepted as (
      select id from new_ids union all select id from existing where is_refund
    ), upserted as (
      insert into shop_refund as f (id, order_id, created_at, search_text, document)
      select g.id, g.order_id, g.created_at, g.search_text, g.document from input g join accepted using (id) order by g.id
      on conflict (id) do update set order_id = excluded.order_id, created_at = excluded.created_at,
        search_text = excluded.search_text, document = excluded.document
      where (f.order_id, f.created_at, f.document::text)
        is distinct from (excluded.order_id, excluded.created_at, excluded.document::text)
    )
    select count(*)::int as stored from accepted`.execute(db);
  if (rows[0]?.stored !== records.length)
    throw new CollidedWork('The refunds were stored concurrently by another unit of work.');
}

/** Deletes orders with their refunds and downloads, or single refunds; their ids become available again. */
export async function deleteOrders(db: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    with removed as materialized (
      select id from shop_refund where id = any(${ids}::int[]) or order_id = any(${ids}::int[])
    ), refunds as (
      delete from shop_refund where id in (select id from removed)
    ), orders as (
      delete from shop_order where id = any(${ids}::int[])
    ), downloads as (
      delete from download where order_id = any(${ids}::int[])
    )
    delete from shop_order_id where id = any(array(select unnest(${ids}::int[]) union select id from removed))`.execute(
    db,
  );
}
