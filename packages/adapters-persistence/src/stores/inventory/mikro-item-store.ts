import type { Page, PageRequest, SortKey } from '@backroom/core';
import {
  barcodeTaken,
  generatedSku,
  type Item,
  type ItemChanges,
  type ItemCountFilter,
  type ItemFilter,
  type ItemSortField,
  type ItemStockStatus,
  type ItemStore,
  type NewItem,
  type StockLevel,
  skuTaken,
} from '@backroom/core/inventory';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database.ts';
import { mapConstraintErrors } from '../constraint-errors.ts';
import { countItemsByStatus, selectItems } from './item-lists.ts';
import {
  type ItemRecord,
  itemColumns,
  itemsWithStock,
  type LevelRecord,
  levelsOfItem,
  skuKey,
  toItem,
  toItemColumns,
  toLevel,
  toNameColumns,
  toStockColumns,
} from './item-rows.ts';

const constraintErrors = { item_sku_key: skuTaken, item_barcode_key: barcodeTaken };

/** Items in PostgreSQL: master data in `item`; the columns that stock operations lock and update in `item_stock`. */
export class MikroItemStore implements ItemStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(filter: ItemFilter, sort: readonly SortKey<ItemSortField>[], page: PageRequest): Promise<Page<Item>> {
    const { rows, total } = await selectItems(this.#database.kysely(), { filter, sort, page });
    return { entries: rows.map(toItem), total };
  }

  async countByStatus(filter: ItemCountFilter): Promise<ReadonlyMap<ItemStockStatus, number>> {
    return countItemsByStatus(this.#database.kysely(), filter);
  }

  async find(id: number): Promise<Item | undefined> {
    return this.#one(sql`where i.id = ${id}`);
  }

  async findWithStock(id: number): Promise<{ item: Item; stock: readonly StockLevel[] } | undefined> {
    const { rows } = await sql<ItemRecord & { readonly levels: readonly LevelRecord[] }>`
      select ${itemColumns}, ${levelsOfItem} as levels from ${itemsWithStock} where i.id = ${id}`.execute(
      this.#database.kysely(),
    );
    const [row] = rows;
    return row && { item: toItem(row), stock: row.levels.map(toLevel) };
  }

  async findByCode(code: string): Promise<Item | undefined> {
    const key = skuKey(code);
    return this.#one(sql`where i.sku_key = ${key} or i.barcode = ${code} order by i.sku_key = ${key} desc limit 1`);
  }

  async findForChange(id: number): Promise<Item | undefined> {
    // Same lock order as stock operations: stock first.
    return this.#one(sql`where i.id = ${id} for no key update of s, i`);
  }

  async insert(item: NewItem, now: Date): Promise<Item> {
    const db = this.#database.kysely();
    const allocated = await sql<{
      id: number;
    }>`select nextval(pg_get_serial_sequence('item', 'id'))::int as id`.execute(db);
    const id = allocated.rows[0]?.id ?? 0;
    const row = {
      ...toItemColumns(item),
      ...toNameColumns({ ...item, sku: item.sku ?? generatedSku(id) }),
      id,
      unit: item.unit,
      default_location_id: item.defaultLocationId,
      attributes: JSON.stringify(item.attributes),
      created_by: item.createdBy,
      created_at: now,
      updated_at: now,
    };
    await mapConstraintErrors(constraintErrors, db.insertInto('item').values(row).execute());
    const { quantityDecimals, allowNegative } = item;
    const stock = {
      ...toStockColumns(item),
      item_id: id,
      quantity_decimals: quantityDecimals,
      allow_negative: allowNegative,
      archived: false,
    };
    await db.insertInto('item_stock').values(stock).execute();
    return this.#required(id);
  }

  async update(id: number, changes: ItemChanges, now: Date): Promise<Item> {
    const db = this.#database.kysely();
    const after = { ...(await this.#required(id)), ...changes };
    const row = {
      ...toItemColumns(changes),
      ...toNameColumns(after),
      updated_at: now,
      version: sql<number>`version + 1`,
    };
    await mapConstraintErrors(constraintErrors, db.updateTable('item').set(row).where('id', '=', id).execute());
    const stock = toStockColumns(changes);
    if (Object.keys(stock).length > 0)
      await db.updateTable('item_stock').set(stock).where('item_id', '=', id).execute();
    const { allowNegative } = changes;
    if (allowNegative !== undefined) {
      await db.updateTable('stock_level').set({ allow_negative: allowNegative }).where('item_id', '=', id).execute();
    }
    return this.#required(id);
  }

  async remove(id: number): Promise<void> {
    await this.#database.kysely().deleteFrom('item').where('id', '=', id).execute();
  }

  async isReferredTo(id: number): Promise<boolean> {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from operation where item_id = ${id}) or exists (select from product_link where item_id = ${id})
        or exists (select from reservation where item_id = ${id}) as found`.execute(this.#database.kysely());
    return rows[0]?.found ?? false;
  }

  async stockOf(id: number): Promise<readonly StockLevel[]> {
    const { rows } = await sql<LevelRecord>`
      select v.location_id, l.code as location, v.quantity from stock_level v join location l on l.id = v.location_id
      where v.item_id = ${id} and v.quantity <> 0 order by l.code_key`.execute(this.#database.kysely());
    return rows.map(toLevel);
  }

  async stockAt(id: number, moment: Date, basis: 'recorded' | 'occurred'): Promise<readonly StockLevel[]> {
    const time = sql.ref(basis === 'recorded' ? 'recorded_at' : 'occurred_at');
    const { rows } = await sql<LevelRecord>`
      select e.location_id, l.code as location, sum(e.delta) as quantity
      from (
        select location_id, delta from operation where item_id = ${id} and ${time} <= ${moment}
        union all
        select to_location_id, -delta from operation where item_id = ${id} and ${time} <= ${moment} and to_location_id is not null
      ) e join location l on l.id = e.location_id
      group by e.location_id, l.code, l.code_key having sum(e.delta) <> 0 order by l.code_key`.execute(
      this.#database.kysely(),
    );
    return rows.map(toLevel);
  }

  async hasNegativeStock(id: number): Promise<boolean> {
    return this.#exists(sql`stock_level where item_id = ${id} and quantity < 0`);
  }

  async decimalsInUse(id: number): Promise<number> {
    const { rows } = await sql<{ decimals: number }>`
      select coalesce(max(scale(trim_scale(quantity))), 0)::int as decimals from stock_level where item_id = ${id}`.execute(
      this.#database.kysely(),
    );
    return rows[0]?.decimals ?? 0;
  }

  async #one(rest: RawBuilder<unknown>): Promise<Item | undefined> {
    const { rows } = await sql<ItemRecord>`select ${itemColumns} from ${itemsWithStock} ${rest}`.execute(
      this.#database.kysely(),
    );
    return rows[0] && toItem(rows[0]);
  }

  async #exists(where: RawBuilder<unknown>): Promise<boolean> {
    const { rows } = await sql<{ found: boolean }>`select exists (select from ${where}) as found`.execute(
      this.#database.kysely(),
    );
    return rows[0]?.found ?? false;
  }

  async #required(id: number): Promise<Item> {
    const item = await this.find(id);
    if (!item) throw new Error('An item vanished while it was written.');
    return item;
  }
}
