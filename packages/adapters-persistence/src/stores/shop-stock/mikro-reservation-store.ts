import { fromNumeric, toNumeric } from '@backroom/core';
import type { HeldItem, Reservation, ReservationStore } from '@backroom/core/inventory';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database.ts';
import type { Tables } from '../../tables.ts';

interface ReservedItemRecord {
  readonly item_id: number;
  readonly reserved: string;
  readonly location_ids: readonly number[];
}

interface ReservationRecord {
  readonly order_id: number;
  readonly line_id: number;
  readonly item_id: number;
  readonly quantity: string;
  readonly expires_at: Date;
}

/** Maximum number of items whose reservations expire in one unit of work. */
const EXPIRY_BATCH = 100;

/** Stock reservations of orders in PostgreSQL; `item_stock.reserved` is their sum for each item. */
export class MikroReservationStore implements ReservationStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async hold(
    { itemIds, orderIds }: { readonly itemIds: readonly number[]; readonly orderIds: readonly number[] },
    now: Date,
  ): Promise<{ readonly items: readonly HeldItem[]; readonly own: readonly Reservation[] }> {
    const db = this.#database.kysely();
    const locked = await sql<{ item_id: number }>`
      select item_id from item_stock where item_id = any(${itemIds}::int[])
        or item_id in (select item_id from reservation where order_id = any(${orderIds}::int[]))
      order by item_id for no key update`.execute(db);
    const ids = locked.rows.map(({ item_id }) => item_id);
    await deleteExpired(db, ids, now);
    // A separate statement: its snapshot includes the commits that the lock waited for.
    const { rows } = await sql<ReservedItemRecord>`
      select s.item_id, s.reserved, coalesce((
        select array_agg(v.location_id order by v.location_id) from stock_level v join location l on l.id = v.location_id
        where v.item_id = s.item_id and v.quantity > 0 and not l.archived), '{}') as location_ids
      from item_stock s where s.item_id = any(${ids}::int[]) order by s.item_id`.execute(db);
    const own = orderIds.length === 0 ? [] : await reservationsOf(db, orderIds);
    return { items: rows.map(toHeld), own };
  }

  async change({
    released,
    made,
  }: {
    readonly released: readonly Pick<Reservation, 'orderId' | 'lineId' | 'itemId'>[];
    readonly made: readonly Reservation[];
  }): Promise<void> {
    const db = this.#database.kysely();
    if (released.length > 0)
      await sql`
        delete from reservation where (order_id, line_id) in (
          select * from unnest(${released.map(({ orderId }) => orderId)}::int[], ${released.map(({ lineId }) => lineId)}::bigint[]))`.execute(
        db,
      );
    if (made.length > 0) {
      const rows = made.map(({ orderId, lineId, itemId, quantity, expiresAt }) => ({
        order_id: orderId,
        line_id: lineId,
        item_id: itemId,
        quantity: toNumeric(quantity),
        expires_at: expiresAt,
      }));
      await sql`
        insert into reservation (order_id, line_id, item_id, quantity, expires_at)
        select order_id, line_id, item_id, quantity, expires_at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r (order_id int, line_id bigint, item_id int, quantity numeric, expires_at timestamptz)
        on conflict (order_id, line_id) do update
          set item_id = excluded.item_id, quantity = excluded.quantity, expires_at = excluded.expires_at`.execute(db);
    }
    await refreshReserved(
      db,
      [...released, ...made].map(({ itemId }) => itemId),
    );
  }

  async expire(now: Date): Promise<readonly number[]> {
    const db = this.#database.kysely();
    const { rows } = await sql<{ item_id: number }>`
      select s.item_id from item_stock s where s.item_id in (
        select item_id from reservation where expires_at <= ${now} order by item_id limit ${EXPIRY_BATCH})
      order by s.item_id for no key update`.execute(db);
    const ids = rows.map(({ item_id }) => item_id);
    await deleteExpired(db, ids, now);
    return ids;
  }
}

/** Deletes expired reservations of the items, whose stock rows the caller has locked. */
async function deleteExpired(db: Kysely<Tables>, itemIds: readonly number[], now: Date): Promise<void> {
  if (itemIds.length === 0) return;
  const { rows } = await sql<{ item_id: number }>`
    delete from reservation where item_id = any(${itemIds}::int[]) and expires_at <= ${now} returning item_id`.execute(
    db,
  );
  await refreshReserved(
    db,
    rows.map(({ item_id }) => item_id),
  );
}

/** Recomputes `item_stock.reserved` of the items, whose stock rows the caller has locked. */
async function refreshReserved(db: Kysely<Tables>, itemIds: readonly number[]): Promise<void> {
  if (itemIds.length === 0) return;
  await sql`
    update item_stock s set reserved = t.reserved, stock_version = s.stock_version + 1
    from (
      select i.id, coalesce(sum(r.quantity), 0) as reserved
      from (select distinct unnest(${itemIds}::int[]) as id) i left join reservation r on r.item_id = i.id group by i.id
    ) t where t.id = s.item_id and t.reserved <> s.reserved`.execute(db);
}

async function reservationsOf(db: Kysely<Tables>, orderIds: readonly number[]): Promise<readonly Reservation[]> {
  const { rows } = await sql<ReservationRecord>`
    select * from reservation where order_id = any(${orderIds}::int[]) order by order_id, line_id`.execute(db);
  return rows.map((row) => ({
    orderId: row.order_id,
    lineId: Number(row.line_id),
    itemId: row.item_id,
    quantity: fromNumeric(row.quantity),
    expiresAt: row.expires_at,
  }));
}

const toHeld = (row: ReservedItemRecord): HeldItem => ({
  itemId: row.item_id,
  reserved: fromNumeric(row.reserved),
  locationIds: row.location_ids,
});
