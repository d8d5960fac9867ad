import { fromNumeric, type MissingPlace, type StockAccount, type StockPlace } from '@backroom/core';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { skuKey } from './item-rows.ts';
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
  readonly reorder_level: string | null;
  readonly item_quantity: string;
  readonly location_id: number;
  readonly location: string;
  readonly location_archived: boolean;
  readonly quantity: string;
}

/** A place in the form in which statements take it. */
interface Wanted {
  readonly place: number;
  readonly itemId: number | null;
  readonly skuKey: string | null;
  readonly locationId: number | null;
  readonly codeKey: string | null;
}

const wantedOf = ({ item, location }: StockPlace, index: number): Wanted => ({
  place: index + 1,
  itemId: 'id' in item ? item.id : null,
  skuKey: 'id' in item ? null : skuKey(item.sku),
  locationId: location && 'id' in location ? location.id : null,
  codeKey: location && !('id' in location) ? codeKey(location.code) : null,
});

/** From so many on, a list of values would cost more to read than to answer. */
const MANY = 100;

/** The wanted places, as `p`. A list of values and not arrays: a single one is planned like a plain look by key. */
const listed = (places: readonly Wanted[]): RawBuilder<unknown> => {
  if (places.length >= MANY) return inArrays(places);
  const rows = places.map(
    (p) => sql`(${p.place}::int, ${p.itemId}::int, ${p.skuKey}::text, ${p.locationId}::int, ${p.codeKey}::text)`,
  );
  return sql`(values ${sql.join(rows)}) as p (place, item_id, sku_key, location_id, code_key)`;
};

const inArrays = (places: readonly Wanted[]): RawBuilder<unknown> => {
  const all = <K extends keyof Wanted>(name: K) => places.map((place) => place[name]);
  return sql`unnest(${all('place')}::int[], ${all('itemId')}::int[], ${all('skuKey')}::text[], ${all('locationId')}::int[],
    ${all('codeKey')}::text[]) as p (place, item_id, sku_key, location_id, code_key)`;
};

/** What ties a wanted place to its item and its location. */
const isItem = sql.raw('i.id = coalesce(p.item_id, (select id from item where sku_key = p.sku_key))');
const isLocation = sql.raw(`l.id = case
    when p.location_id is not null then p.location_id
    when p.code_key is not null then (select id from location where code_key = p.code_key)
    else i.default_location_id end`);

/** The wanted places with the ids of item and location, as far as they exist. */
const resolved = (places: readonly Wanted[]): RawBuilder<unknown> => sql`
  select p.place, i.id as item_id, l.id as location_id
  from ${listed(places)} left join item i on ${isItem} left join location l on ${isLocation}`;

const heldColumns = sql.raw(`p.place, i.id as item_id, i.sku, i.name, s.archived as item_archived, s.allow_negative,
  s.quantity_decimals, s.cost, i.reorder_level, s.quantity as item_quantity, l.id as location_id, l.code as location,
  l.archived as location_archived, v.quantity`);
const itsStock = sql.raw(`join item_stock s on s.item_id = i.id
  join stock_level v on v.item_id = i.id and v.location_id = l.id`);
const inOneOrder = sql.raw('order by i.id, l.id for key share of l for no key update of s, v');

/**
 * Locks the stock of places and reads what is known of them, or locks nothing when some balance was never begun: what
 * is locked is locked in one order. A transaction that had to wait reads the locked rows as the other one left them;
 * of the item only its names come from a row that is not locked.
 */
async function lockPlaces(db: Kysely<Tables>, places: readonly Wanted[]): Promise<readonly HeldRow[]> {
  const statement =
    places.length === 1
      ? sql<HeldRow>`select ${heldColumns}
          from ${listed(places)} join item i on ${isItem} join location l on ${isLocation} ${itsStock} ${inOneOrder}`
      : sql<HeldRow>`with wanted as materialized (
            select p.place, p.item_id, p.location_id, v.item_id is not null as is_begun
            from (${resolved(places)}) p
            left join stock_level v on v.item_id = p.item_id and v.location_id = p.location_id
          )
          select ${heldColumns}
          from wanted p join item i on i.id = p.item_id join location l on l.id = p.location_id ${itsStock}
          where (select bool_and(is_begun) from wanted) ${inOneOrder}`;
  return (await statement.execute(db)).rows;
}

/** Holds places; a balance that never was is begun at zero. */
export async function holdPlaces(
  db: Kysely<Tables>,
  places: readonly StockPlace[],
): Promise<readonly (StockAccount | MissingPlace)[]> {
  if (places.length === 0) return [];
  const wanted = places.map(wantedOf);
  let rows = await lockPlaces(db, wanted);
  if (rows.length < places.length) {
    const missing = missingAmong(await beginBalances(db, wanted));
    if (missing.size > 0) return holdPresent(db, places, missing);
    rows = await lockPlaces(db, wanted);
  }
  const held = new Map(rows.map((row) => [row.place, toAccount(row)]));
  return places.map((_, index) => held.get(index + 1) ?? { missing: 'item' });
}

/** Holds the places that exist, and tells which do not, each where it was asked for. */
async function holdPresent(
  db: Kysely<Tables>,
  places: readonly StockPlace[],
  missing: ReadonlyMap<number, MissingPlace>,
): Promise<readonly (StockAccount | MissingPlace)[]> {
  const held = (
    await holdPlaces(
      db,
      places.filter((_, index) => !missing.has(index + 1)),
    )
  ).values();
  return places.map((_, index) => missing.get(index + 1) ?? held.next().value ?? { missing: 'item' });
}

function missingAmong(resolved: readonly ResolvedRow[]): ReadonlyMap<number, MissingPlace> {
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

/** Begins balances at zero where items and locations exist, and tells which do not. */
async function beginBalances(db: Kysely<Tables>, places: readonly Wanted[]): Promise<readonly ResolvedRow[]> {
  // The items first and in the order of all, so that whoever begins balances never waits for whoever moves stock.
  await sql`
    select s.item_id from item_stock s where s.item_id in (select item_id from (${resolved(places)}) p)
    order by s.item_id for no key update`.execute(db);
  await sql`
    insert into stock_level (item_id, location_id, allow_negative)
    select distinct s.item_id, p.location_id, s.allow_negative
    from (${resolved(places)}) p join item_stock s on s.item_id = p.item_id where p.location_id is not null
    order by s.item_id, p.location_id
    on conflict do nothing`.execute(db);
  // Afterwards: what a balance refers to cannot go any more, and what went before has got none.
  const { rows } = await sql<ResolvedRow>`select place, item_id, location_id from (${resolved(places)}) p`.execute(db);
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
  reorderLevel: row.reorder_level === null ? null : fromNumeric(row.reorder_level),
  itemQuantity: fromNumeric(row.item_quantity),
  locationId: row.location_id,
  location: row.location,
  locationArchived: row.location_archived,
  quantity: fromNumeric(row.quantity),
});
