import {
  type Attributes,
  barcodeTaken,
  fold,
  fromNumeric,
  generatedSku,
  type Item,
  type ItemChanges,
  type ItemFilter,
  type ItemSortField,
  type ItemStore,
  type NewItem,
  nameKey,
  offsetOf,
  type Page,
  type PageRequest,
  type SortKey,
  type StockLevel,
  skuTaken,
  toNumeric,
} from '@backroom/core';
import { type Expression, type ExpressionBuilder, type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import { refusing } from './refusals.ts';
import { contains, every, searchText } from './search.ts';

type Row = Omit<Selectable<Tables['item']>, 'sku_key' | 'name_key' | 'search_text'> &
  Pick<Selectable<Tables['item_stock']>, 'quantity' | 'reserved' | 'stock_version'>;
type JoinedQuery = SelectQueryBuilder<Tables & Joined, 'i' | 's', object>;
type Joined = { i: Tables['item']; s: Tables['item_stock'] };

const columns = [
  'i.id',
  'i.sku',
  'i.name',
  'i.description',
  'i.category_id',
  'i.unit',
  'i.quantity_decimals',
  'i.reorder_level',
  'i.default_location_id',
  'i.barcode',
  'i.price',
  'i.cost',
  'i.allow_negative',
  'i.attributes',
  'i.archived',
  'i.created_by',
  'i.created_at',
  'i.updated_at',
  'i.version',
  's.quantity',
  's.reserved',
  's.stock_version',
] as const;

const sortColumns = {
  id: 'i.id',
  sku: 'i.sku_key',
  name: 'i.name_key',
  quantity: 's.quantity',
  updated_at: 'i.updated_at',
  created_at: 'i.created_at',
} as const satisfies Record<ItemSortField, string>;

const taken = { item_sku_key: skuTaken, item_barcode_key: barcodeTaken };

/** Items in PostgreSQL. The stock stands in a row of its own that only the ledger writes. */
export class MikroItemStore implements ItemStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(filter: ItemFilter, sort: readonly SortKey<ItemSortField>[], page: PageRequest): Promise<Page<Item>> {
    const asksForStock = filter.stockStatus !== undefined || filter.lowStock !== undefined;
    const { total } = await this.#items({ withStock: asksForStock })
      .where((eb) => conditionOf(eb, filter))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    // The page is cut from an index before the wide rows are read, so that deep pages cost little.
    const withStock = asksForStock || sort.some(({ field }) => field === 'quantity');
    const matching = this.#items({ withStock }).where((eb) => conditionOf(eb, filter));
    const cut = ordered(matching, sort).select('i.id').limit(page.perPage).offset(offsetOf(page));
    const rows = await ordered(this.#joined(), sort)
      .select(columns)
      .where('i.id', 'in', (eb) => eb.selectFrom(cut.as('cut')).select('cut.id'))
      .execute();
    return { entries: rows.map(toItem), total };
  }

  async find(id: number): Promise<Item | undefined> {
    const row = await this.#joined().select(columns).where('i.id', '=', id).executeTakeFirst();
    return row && toItem(row);
  }

  async findWithStock(id: number): Promise<{ item: Item; stock: readonly StockLevel[] } | undefined> {
    const row = await this.#joined()
      .select(columns)
      .select((eb) => levelsOf(eb.ref('i.id')).as('levels'))
      .where('i.id', '=', id)
      .executeTakeFirst();
    return row && { item: toItem(row), stock: row.levels.map(toLevel) };
  }

  async findByCode(code: string): Promise<Item | undefined> {
    const isSku = (eb: ExpressionBuilder<Joined, 'i' | 's'>) => eb('i.sku_key', '=', skuKey(code));
    const row = await this.#joined()
      .select(columns)
      .where((eb) => eb.or([isSku(eb), eb('i.barcode', '=', code)]))
      .orderBy(isSku, 'desc')
      .limit(1)
      .executeTakeFirst();
    return row && toItem(row);
  }

  async findForChange(id: number): Promise<Item | undefined> {
    // In the order in which movements lock.
    const row = await this.#joined().select(columns).where('i.id', '=', id).forNoKeyUpdate(['s', 'i']).executeTakeFirst();
    return row && toItem(row);
  }

  async insert(item: NewItem, now: Date): Promise<Item> {
    const db = this.#database.kysely();
    const drawn = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('item', 'id'))::int as id`.execute(db);
    const id = drawn.rows[0]?.id ?? 0;
    const sku = item.sku ?? generatedSku(id);
    await refusing(
      taken,
      db
        .insertInto('item')
        .values({
          ...toColumns(item),
          id,
          ...namesOf({ ...item, sku }),
          unit: item.unit,
          quantity_decimals: item.quantityDecimals,
          default_location_id: item.defaultLocationId,
          attributes: JSON.stringify(item.attributes),
          created_by: item.createdBy,
          created_at: now,
          updated_at: now,
        })
        .execute(),
    );
    await db.insertInto('item_stock').values({ item_id: id, allow_negative: item.allowNegative, archived: false }).execute();
    return this.#required(id);
  }

  async update(id: number, changes: ItemChanges, now: Date): Promise<Item> {
    const db = this.#database.kysely();
    const after = { ...(await this.#required(id)), ...changes };
    await refusing(
      taken,
      db
        .updateTable('item')
        .set({ ...toColumns(changes), ...namesOf(after), updated_at: now, version: sql`version + 1` })
        .where('id', '=', id)
        .execute(),
    );
    const { allowNegative, archived } = changes;
    if (allowNegative !== undefined || archived !== undefined) {
      await db.updateTable('item_stock').set({ allow_negative: after.allowNegative, archived: after.archived }).where('item_id', '=', id).execute();
    }
    if (allowNegative !== undefined) {
      await db.updateTable('stock_level').set({ allow_negative: allowNegative }).where('item_id', '=', id).execute();
    }
    return this.#required(id);
  }

  async remove(id: number): Promise<void> {
    await this.#database.kysely().deleteFrom('item').where('id', '=', id).execute();
  }

  async isReferredTo(id: number): Promise<boolean> {
    const row = await this.#database.kysely().selectFrom('operation').select('id').where('item_id', '=', id).limit(1).executeTakeFirst();
    return row !== undefined;
  }

  async stockOf(id: number): Promise<readonly StockLevel[]> {
    const rows = await this.#database
      .kysely()
      .selectFrom('stock_level as v')
      .innerJoin('location as l', 'l.id', 'v.location_id')
      .select(['v.location_id', 'l.code as location', 'v.quantity'])
      .where('v.item_id', '=', id)
      .where('v.quantity', '<>', '0')
      .orderBy('l.code_key')
      .execute();
    return rows.map(toLevel);
  }

  async stockAt(id: number, moment: Date, basis: 'recorded' | 'occurred'): Promise<readonly StockLevel[]> {
    const time = sql.ref(basis === 'recorded' ? 'recorded_at' : 'occurred_at');
    const { rows } = await sql<LevelRow>`
      select e.location_id, l.code as location, sum(e.delta) as quantity
      from (
        select location_id, delta from operation where item_id = ${id} and ${time} <= ${moment}
        union all
        select to_location_id, -delta from operation where item_id = ${id} and ${time} <= ${moment} and to_location_id is not null
      ) e join location l on l.id = e.location_id
      group by e.location_id, l.code, l.code_key having sum(e.delta) <> 0 order by l.code_key`.execute(this.#database.kysely());
    return rows.map(toLevel);
  }

  async hasNegativeStock(id: number): Promise<boolean> {
    const row = await this.#database
      .kysely()
      .selectFrom('stock_level')
      .select('item_id')
      .where('item_id', '=', id)
      .where('quantity', '<', '0')
      .executeTakeFirst();
    return row !== undefined;
  }

  async decimalsInUse(id: number): Promise<number> {
    const { rows } = await sql<{ decimals: number }>`
      select coalesce(max(scale(trim_scale(quantity))), 0)::int as decimals from stock_level where item_id = ${id}`.execute(this.#database.kysely());
    return rows[0]?.decimals ?? 0;
  }

  #joined() {
    return this.#database.kysely().selectFrom('item as i').innerJoin('item_stock as s', 's.item_id', 'i.id');
  }

  /** Items to be counted or cut, where every table that is left out saves reading as many rows again. */
  #items({ withStock }: { readonly withStock: boolean }): JoinedQuery {
    if (withStock) return this.#joined();
    return this.#database.kysely().selectFrom('item as i') as never;
  }

  async #required(id: number): Promise<Item> {
    const item = await this.find(id);
    if (!item) throw new Error('An item vanished while it was written.');
    return item;
  }
}

/** The form under which a sku is unique. */
export const skuKey = (sku: string): string => nameKey(sku);

interface LevelRow {
  readonly location_id: number;
  readonly location: string;
  readonly quantity: string;
}

/** The balances of one item as a JSON list, so that item and balances are one look. */
const levelsOf = (item: Expression<number>) => sql<readonly LevelRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('location_id', l.id, 'location', l.code, 'quantity', v.quantity::text) order by l.code_key), '[]')
  from stock_level v join location l on l.id = v.location_id where v.item_id = ${item} and v.quantity <> 0)`;

const toLevel = (row: LevelRow): StockLevel => ({
  locationId: row.location_id,
  location: row.location,
  quantity: fromNumeric(row.quantity),
});

/** What an item is found and sorted by. */
const namesOf = (item: Pick<Item, 'sku' | 'name' | 'description' | 'barcode'>) => ({
  sku: item.sku,
  sku_key: skuKey(item.sku),
  name: item.name,
  name_key: fold(item.name),
  search_text: searchText(item.sku, item.name, item.description, item.barcode),
});

const numeric = (value: number | null): string | null => (value === null ? null : toNumeric(value));

/** The columns of the members that are given, names apart. */
function toColumns(item: Omit<ItemChanges, 'sku'>) {
  return {
    ...(item.description !== undefined && { description: item.description }),
    ...(item.categoryId !== undefined && { category_id: item.categoryId }),
    ...(item.unit !== undefined && { unit: item.unit }),
    ...(item.quantityDecimals !== undefined && { quantity_decimals: item.quantityDecimals }),
    ...(item.reorderLevel !== undefined && { reorder_level: numeric(item.reorderLevel) }),
    ...(item.defaultLocationId !== undefined && { default_location_id: item.defaultLocationId }),
    ...(item.barcode !== undefined && { barcode: item.barcode }),
    ...(item.price !== undefined && { price: numeric(item.price) }),
    ...(item.cost !== undefined && { cost: numeric(item.cost) }),
    ...(item.allowNegative !== undefined && { allow_negative: item.allowNegative }),
    ...(item.attributes !== undefined && { attributes: JSON.stringify(item.attributes) }),
    ...(item.archived !== undefined && { archived: item.archived }),
  };
}

function conditionOf(eb: ExpressionBuilder<Joined, 'i' | 's'>, filter: ItemFilter): Expression<SqlBool> {
  const { q, sku, barcode, categoryId, location, updatedSince, ids, attributes = {} } = filter;
  return every(eb, [
    q === undefined ? undefined : contains(eb.ref('i.search_text'), q),
    sku === undefined ? undefined : eb('i.sku_key', '=', skuKey(sku)),
    barcode === undefined ? undefined : eb('i.barcode', '=', barcode),
    categoryId === undefined ? undefined : inCategory(categoryId, filter.includeDescendants ?? true),
    location === undefined ? undefined : hasStockAt(location),
    updatedSince && eb('i.updated_at', '>=', updatedSince),
    ids && sql<SqlBool>`i.id = any(${ids}::int[])`,
    filter.stockStatus && stockConditions[filter.stockStatus],
    filter.lowStock === undefined ? undefined : sql<SqlBool>`(${belowReorderLevel}) = ${filter.lowStock}`,
    filter.archived === undefined || filter.archived === 'any' ? undefined : eb('i.archived', '=', filter.archived),
    ...Object.entries(attributes).map(([key, value]) => sql<SqlBool>`i.attributes ->> ${key} = ${String(value)}`),
  ]);
}

const belowReorderLevel = sql<SqlBool>`i.reorder_level is not null and s.quantity <= i.reorder_level`;

const stockConditions = {
  negative: sql<SqlBool>`s.quantity < 0`,
  out_of_stock: sql<SqlBool>`s.quantity = 0`,
  low: sql<SqlBool>`s.quantity > 0 and s.quantity <= i.reorder_level`,
  in_stock: sql<SqlBool>`s.quantity > 0 and (i.reorder_level is null or s.quantity > i.reorder_level)`,
};

function inCategory(id: number | null, withDescendants: boolean): Expression<SqlBool> {
  if (id === null) return sql`i.category_id is null`;
  return withDescendants ? sql`i.category_id = any(array(select id from category where path_ids @> array[${id}::int]))` : sql`i.category_id = ${id}`;
}

const hasStockAt = (code: string): Expression<SqlBool> => sql`exists (
  select from stock_level v join location l on l.id = v.location_id
  where v.item_id = i.id and v.quantity <> 0 and l.code_key = ${code.toLowerCase()})`;

interface Sortable {
  orderBy(column: never, direction: 'asc' | 'desc'): this;
}

/** The wanted order, ties broken by id. */
function ordered<Q extends object>(query: Q, sort: readonly SortKey<ItemSortField>[]): Q {
  const keys = [...sort, { field: 'id' as const, descending: false }];
  return keys.reduce((sorted, { field, descending }) => (sorted as Sortable).orderBy(sortColumns[field] as never, descending ? 'desc' : 'asc') as never, query);
}

const amount = (value: string | null): number | null => (value === null ? null : fromNumeric(value));

const toItem = (row: Row): Item => ({
  id: row.id,
  sku: row.sku,
  name: row.name,
  description: row.description,
  categoryId: row.category_id,
  unit: row.unit,
  quantityDecimals: row.quantity_decimals,
  quantity: fromNumeric(row.quantity),
  reserved: fromNumeric(row.reserved),
  reorderLevel: amount(row.reorder_level),
  defaultLocationId: row.default_location_id,
  barcode: row.barcode,
  price: amount(row.price),
  cost: amount(row.cost),
  allowNegative: row.allow_negative,
  attributes: row.attributes as Attributes,
  archived: row.archived,
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
  stockVersion: row.stock_version,
});
