import { fromNumeric } from '@backroom/core';
import type { MissingPlace, StockAccount, StockPlace } from '@backroom/core/inventory';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { skuKey } from './item-rows.ts';
import { codeKey } from './mikro-location-store.ts';

interface LockedPlaceRow {
  readonly place: number;
  readonly item_id: number;
  readonly sku: string;
  readonly name: string;
  readonly item_archived: boolean;
  readonly allow_negative: boolean;
  readonly quantity_decimals: number;
  readonly cost: string | null;
  readonly reorder_level: string | null;
  readonly item_quantity: string;
  readonly location_id: number;
  readonly location: string;
  readonly location_archived: boolean;
  readonly quantity: string;
}

/** The statement parameters of a place: its number from 1, and item and location by id or by normalised key. */
interface PlaceKey {
  readonly place: number;
  readonly itemId: number | null;
  readonly skuKey: string | null;
  readonly locationId: number | null;
  readonly codeKey: string | null;
}

const toPlaceKey = ({ item, location }: StockPlace, index: number): PlaceKey => ({
  place: index + 1,
  itemId: 'id' in item ? item.id : null,
  skuKey: 'id' in item ? null : skuKey(item.sku),
  locationId: location && 'id' in location ? location.id : null,
  codeKey: location && !('id' in location) ? codeKey(location.code) : null,
});

const missingItem: MissingPlace = { missing: 'item' };

/** From this number of places on, parsing a `values` list costs more than running the statement; arrays are used instead. */
const ARRAYS_FROM = 100;

/** The places as table `p`. As a `values` list a single place is planned like an index look-up. */
const placesTable = (places: readonly PlaceKey[]): RawBuilder<unknown> => {
  if (places.length >= ARRAYS_FROM) return placesFromArrays(places);
  const rows = places.map(
    (p) => sql`(${p.place}::int, ${p.itemId}::int, ${p.skuKey}::text, ${p.locationId}::int, ${p.codeKey}::text)`,
  );
  return sql`(values ${sql.join(rows)}) as p (place, item_id, sku_key, location_id, code_key)`;
};

const placesFromArrays = (places: readonly PlaceKey[]): RawBuilder<unknown> => {
  const all = <K extends keyof PlaceKey>(name: K) => places.map((place) => place[name]);
  return sql`unnest(${all('place')}::int[], ${all('itemId')}::int[], ${all('skuKey')}::text[], ${all('locationId')}::int[],
    ${all('codeKey')}::text[]) as p (place, item_id, sku_key, location_id, code_key)`;
};

/** Join conditions of a place with its item and its location; without a location it is the default location of the item. */
const isItem = sql.raw('i.id = coalesce(p.item_id, (select id from item where sku_key = p.sku_key))');
const isLocation = sql.raw(`l.id = case
    when p.location_id is not null then p.location_id
    when p.code_key is not null then (select id from location where code_key = p.code_key)
    else i.default_location_id end`);

/** The places with the ids of item and location; null where there is none. */
const resolved = (places: readonly PlaceKey[]): RawBuilder<unknown> => sql`
  select p.place, i.id as item_id, l.id as location_id
  from ${placesTable(places)} left join item i on ${isItem} left join location l on ${isLocation}`;

const lockedColumns = sql.raw(`p.place, i.id as item_id, i.sku, i.name, s.archived as item_archived, s.allow_negative,
  s.quantity_decimals, s.cost, i.reorder_level, s.quantity as item_quantity, l.id as location_id, l.code as location,
  l.archived as location_archived, v.quantity`);
const stockOfPlace = sql.raw(`join item_stock s on s.item_id = i.id
  join stock_level v on v.item_id = i.id and v.location_id = l.id`);
const lockInOrder = sql.raw('order by i.id, l.id for key share of l for no key update of s, v');

/**
 * Locks and reads the stock of places, always in the same order, or locks nothing if a balance is missing. After a lock wait
 * the locked rows have their latest committed state; the columns of `item` are from the snapshot of the statement, because
 * its row is not locked.
 */
async function lockExistingPlaces(db: Kysely<Tables>, places: readonly PlaceKey[]): Promise<readonly LockedPlaceRow[]> {
  const statement =
    places.length === 1
      ? sql<LockedPlaceRow>`select ${lockedColumns}
          from ${placesTable(places)} join item i on ${isItem} join location l on ${isLocation} ${stockOfPlace} ${lockInOrder}`
      : sql<LockedPlaceRow>`with requested as materialized (
            select p.place, p.item_id, p.location_id, v.item_id is not null as has_balance
            from (${resolved(places)}) p
            left join stock_level v on v.item_id = p.item_id and v.location_id = p.location_id
          )
          select ${lockedColumns}
          from requested p join item i on i.id = p.item_id join location l on l.id = p.location_id ${stockOfPlace}
          where (select bool_and(has_balance) from requested) ${lockInOrder}`;
  return (await statement.execute(db)).rows;
}

/**
 * Locks the stock of places in one order. Missing balances are created with quantity zero; places whose item or location does
 * not exist are reported at their position.
 */
export async function lockPlaces(
  db: Kysely<Tables>,
  places: readonly StockPlace[],
): Promise<readonly (StockAccount | MissingPlace)[]> {
  if (places.length === 0) return [];
  const keys = places.map(toPlaceKey);
  let rows = await lockExistingPlaces(db, keys);
  if (rows.length < places.length) {
    const missing = missingPlaces(await createMissingBalances(db, keys));
    if (missing.size > 0) return lockPresentPlaces(db, places, missing);
    rows = await lockExistingPlaces(db, keys);
  }
  const accounts = places.map((): StockAccount | MissingPlace => missingItem);
  for (const row of rows) accounts[row.place - 1] = toAccount(row);
  return accounts;
}

/** Locks the places that exist; returns accounts and missing places in the order of the request. */
async function lockPresentPlaces(
  db: Kysely<Tables>,
  places: readonly StockPlace[],
  missing: ReadonlyMap<number, MissingPlace>,
): Promise<readonly (StockAccount | MissingPlace)[]> {
  const locked = (
    await lockPlaces(
      db,
      places.filter((_, index) => !missing.has(index + 1)),
    )
  ).values();
  return places.map((_, index) => missing.get(index + 1) ?? locked.next().value ?? missingItem);
}

function missingPlaces(resolved: readonly ResolvedRow[]): ReadonlyMap<number, MissingPlace> {
  const missing = new Map<number, MissingPlace>();
  for (const { place, item_id, location_id } of resolved) {
    if (item_id === null) missing.set(place, { missing: 'item' });
    else if (location_id === null) missing.set(place, { missing: 'location' });
  }
  return missing;
}

interface ResolvedRow {
  readonly place: number;
  readonly item_id: number | null;
  readonly location_id: number | null;
}

/** Creates missing balances with quantity zero where item and location exist; returns the resolved ids of all places. */
async function createMissingBalances(db: Kysely<Tables>, places: readonly PlaceKey[]): Promise<readonly ResolvedRow[]> {
  // Items are locked first and in id order, as stock operations do, to avoid deadlocks with them.
  await sql`
    select s.item_id from item_stock s where s.item_id in (select item_id from (${resolved(places)}) p)
    order by s.item_id for no key update`.execute(db);
  await sql`
    insert into stock_level (item_id, location_id, allow_negative)
    select distinct s.item_id, p.location_id, s.allow_negative
    from (${resolved(places)}) p join item_stock s on s.item_id = p.item_id where p.location_id is not null
    order by s.item_id, p.location_id
    on conflict do nothing`.execute(db);
  // Resolved again after the insert: foreign keys now protect the rows found, and rows deleted before got no balance.
  const { rows } = await sql<ResolvedRow>`select place, item_id, location_id from (${resolved(places)}) p`.execute(db);
  return rows;
}

const toAccount = (row: LockedPlaceRow): StockAccount => ({
  itemId: row.item_id,
  sku: row.sku,
  itemName: row.name,
  itemArchived: row.item_archived,
  allowNegative: row.allow_negative,
  quantityDecimals: row.quantity_decimals,
  cost: row.cost === null ? null : fromNumeric(row.cost),
  reorderLevel: row.reorder_level === null ? null : fromNumeric(row.reorder_level),
  itemQuantity: fromNumeric(row.item_quantity),
  locationId: row.location_id,
  location: row.location,
  locationArchived: row.location_archived,
  quantity: fromNumeric(row.quantity),
});
