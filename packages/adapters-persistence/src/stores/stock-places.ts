import { fromNumeric, type MissingPlace, type StockAccount, type StockPlace } from '@backroom/core';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { skuKey } from './mikro-item-store.ts';
import { codeKey } from './mikro-location-store.ts';

interface HeldRow {
  readonly place: number;
  readonly item_id: number;
  readonly sku: string;
  readonly name: string;
  readonly item_archived: boolean;
  readonly allow_negative: boolean;
  readonly quantity_decimals: number;
  readonly cost: string | null;
  readonly item_quantity: string;
  readonly location_id: number;
  readonly location: string;
  readonly location_archived: boolean;
  readonly quantity: string;
}

/** Places in the form in which statements take them: a list of columns. */
interface PlaceLists {
  readonly itemIds: (number | null)[];
  readonly skuKeys: (string | null)[];
  readonly locationIds: (number | null)[];
  readonly codeKeys: (string | null)[];
}

const listsOf = (places: readonly StockPlace[]): PlaceLists => ({
  itemIds: places.map(({ item }) => ('id' in item ? item.id : null)),
  skuKeys: places.map(({ item }) => ('id' in item ? null : skuKey(item.sku))),
  locationIds: places.map(({ location }) => (location && 'id' in location ? location.id : null)),
  codeKeys: places.map(({ location }) => (location && !('id' in location) ? codeKey(location.code) : null)),
});

/** The wanted places with the ids of item and location, as far as they exist. */
const resolved = ({ itemIds, skuKeys, locationIds, codeKeys }: PlaceLists) => sql`
  select p.place, i.id as item_id, l.id as location_id
  from unnest(${itemIds}::int[], ${skuKeys}::text[], ${locationIds}::int[], ${codeKeys}::text[])
    with ordinality as p (item_id, sku_key, location_id, code_key, place)
  left join item i on i.id = coalesce(p.item_id, (select id from item where sku_key = p.sku_key))
  left join location l on l.id = case
    when p.location_id is not null then p.location_id
    when p.code_key is not null then (select id from location where code_key = p.code_key)
    else i.default_location_id end`;

/**
 * Locks the stock of places and reads what is known of them, or locks nothing when some balance was never begun: what
 * is locked is locked in one order. Rows of a transaction that had to wait are read as the other one left them, and
 * only rows that are locked are, hence the item.
 */
async function lockPlaces(db: Kysely<Tables>, places: PlaceLists): Promise<readonly HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    with wanted as materialized (
      select p.place, p.item_id, p.location_id, v.item_id is not null as is_begun
      from (${resolved(places)}) p left join stock_level v on v.item_id = p.item_id and v.location_id = p.location_id
    )
    select p.place::int, i.id as item_id, i.sku, i.name, s.archived as item_archived, s.allow_negative, i.quantity_decimals,
      i.cost, s.quantity as item_quantity, l.id as location_id, l.code as location, l.archived as location_archived, v.quantity
    from wanted p
    join item i on i.id = p.item_id
    join item_stock s on s.item_id = p.item_id
    join location l on l.id = p.location_id
    join stock_level v on v.item_id = p.item_id and v.location_id = p.location_id
    where (select bool_and(is_begun) from wanted)
    order by i.id, l.id
    for key share of l for no key update of s, i, v`.execute(db);
  return rows;
}

/** Holds places; a balance that never was is begun at zero. */
export async function holdPlaces(db: Kysely<Tables>, places: readonly StockPlace[]): Promise<readonly (StockAccount | MissingPlace)[]> {
  const lists = listsOf(places);
  let rows = await lockPlaces(db, lists);
  const missing = new Map<number, MissingPlace>();
  if (rows.length < places.length) {
    for (const { place, item_id, location_id } of await beginBalances(db, lists)) {
      if (item_id === null) missing.set(place, { missing: 'item' });
      else if (location_id === null) missing.set(place, { missing: 'location' });
    }
    if (missing.size === 0) rows = await lockPlaces(db, lists);
  }
  const held = new Map(rows.map((row) => [row.place, toAccount(row)]));
  return places.map((_, index) => missing.get(index + 1) ?? held.get(index + 1) ?? { missing: 'item' });
}

interface ResolvedRow {
  readonly place: number;
  readonly item_id: number | null;
  readonly location_id: number | null;
}

/** Begins balances at zero where items and locations exist, and tells which do not. */
async function beginBalances(db: Kysely<Tables>, places: PlaceLists): Promise<readonly ResolvedRow[]> {
  // The items first and in the order of all, so that whoever begins balances never waits for whoever moves stock.
  await sql`
    select s.item_id from item_stock s where s.item_id in (select item_id from (${resolved(places)}) p)
    order by s.item_id for no key update`.execute(db);
  const { rows } = await sql<ResolvedRow>`select place::int, item_id, location_id from (${resolved(places)}) p`.execute(db);
  await sql`
    insert into stock_level (item_id, location_id, allow_negative)
    select distinct s.item_id, p.location_id, s.allow_negative
    from (${resolved(places)}) p join item_stock s on s.item_id = p.item_id where p.location_id is not null
    order by s.item_id, p.location_id
    on conflict do nothing`.execute(db);
  return rows;
}

const toAccount = (row: HeldRow): StockAccount => ({
  itemId: row.item_id,
  sku: row.sku,
  itemName: row.name,
  itemArchived: row.item_archived,
  allowNegative: row.allow_negative,
  quantityDecimals: row.quantity_decimals,
  cost: row.cost === null ? null : fromNumeric(row.cost),
  itemQuantity: fromNumeric(row.item_quantity),
  locationId: row.location_id,
  location: row.location,
  locationArchived: row.location_archived,
  quantity: fromNumeric(row.quantity),
});
