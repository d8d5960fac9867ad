import {
  barcodeTaken,
  type CategoryNode,
  categoryNameTaken,
  type ImportStore,
  type Item,
  type ItemRevision,
  type Location,
  type LocationRef,
  type NewItem,
  type OnlyReference,
  type Operation,
  type StockLevel,
  skuTaken,
} from '@backroom/core/inventory';
import { fold, nameKey } from '@backroom/core/kernel';
import { type Kysely, sql } from 'kysely';
import { advisoryLocks } from '../../connection/advisory-locks.ts';
import type { Database } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import { mapConstraintErrors } from '../constraint-errors.ts';
import {
  type ItemRecord,
  itemColumns,
  itemsWithStock,
  type LevelRecord,
  skuKey,
  toItem,
  toLevel,
} from './item-rows.ts';
import { insertItems, updateItems } from './item-writes.ts';
import { codeKey, locationColumns, toLocation } from './mikro-location-store.ts';
import { type OperationRecord, operationColumns, toOperation } from './operation-rows.ts';

/** Reads and writes of item imports in PostgreSQL; array parameters keep statement texts independent of the batch size. */
export class MikroImportStore implements ImportStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async holdImports(): Promise<void> {
    // Tables grow during an import while their statistics stay stale; with them the planner would scan whole tables for each
    // batch of a thousand rows.
    await sql`select pg_advisory_xact_lock(${advisoryLocks.itemImport}), set_config('plan_cache_mode', 'force_custom_plan', true),
      set_config('enable_seqscan', 'off', true)`.execute(this.#db);
  }

  async idsOf(skus: readonly string[]): Promise<readonly (number | undefined)[]> {
    const keys = skus.map(skuKey);
    const { rows } = await sql<{ id: number; sku_key: string }>`
      select id, sku_key from item where sku_key = any(${keys}::text[])`.execute(this.#db);
    const idBySku = new Map(rows.map(({ id, sku_key }) => [sku_key, id]));
    return keys.map((key) => idBySku.get(key));
  }

  async items(ids: readonly number[], forChange: boolean): Promise<readonly Item[]> {
    if (ids.length === 0) return [];
    const lock = forChange ? sql`for no key update of s, i` : sql``;
    const { rows } = await sql<ItemRecord>`
      select ${itemColumns} from ${itemsWithStock} where i.id = any(${ids}::int[]) order by i.id ${lock}`.execute(
      this.#db,
    );
    return rows.map(toItem);
  }

  async holdStock(ids: readonly number[]): Promise<readonly number[]> {
    const { rows } = await sql<{ item_id: number }>`
      select item_id from item_stock where item_id = any(${ids}::int[]) order by item_id for no key update`.execute(
      this.#db,
    );
    return rows.map(({ item_id }) => item_id);
  }

  async stockOf(ids: readonly number[]): Promise<ReadonlyMap<number, readonly StockLevel[]>> {
    const levels = new Map<number, StockLevel[]>();
    if (ids.length === 0) return levels;
    const { rows } = await sql<LevelRecord & { readonly item_id: number }>`
      select v.item_id, v.location_id, l.code as location, v.quantity
      from stock_level v join location l on l.id = v.location_id
      where v.item_id = any(${ids}::int[]) and v.quantity <> 0 order by v.item_id, l.code_key`.execute(this.#db);
    for (const row of rows) {
      const known = levels.get(row.item_id);
      if (known) known.push(toLevel(row));
      else levels.set(row.item_id, [toLevel(row)]);
    }
    return levels;
  }

  async holdersOf(barcodes: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { rows } = await sql<{ id: number; barcode: string }>`
      select id, barcode from item where barcode = any(${barcodes}::text[])`.execute(this.#db);
    return new Map(rows.map(({ id, barcode }) => [barcode, id]));
  }

  async insertItems(items: readonly NewItem[], now: Date): Promise<readonly (number | undefined)[]> {
    return insertItems(this.#db, items, now);
  }

  async updateItems(revisions: readonly ItemRevision[], now: Date): Promise<void> {
    if (revisions.length === 0) return;
    const constraintErrors = { item_sku_key: skuTaken, item_barcode_key: barcodeTaken };
    await mapConstraintErrors(constraintErrors, updateItems(this.#db, revisions, now));
  }

  async locations(refs: readonly LocationRef[]): Promise<readonly Location[]> {
    const ids = refs.flatMap((ref) => ('id' in ref ? [ref.id] : []));
    const keys = refs.flatMap((ref) => ('id' in ref ? [] : [codeKey(ref.code)]));
    const rows = await this.#db
      .selectFrom('location')
      .select(locationColumns)
      .where(sql<boolean>`(id = any(${ids}::int[]) or code_key = any(${keys}::text[]))`)
      .orderBy('id')
      .execute();
    return rows.map(toLocation);
  }

  async categories(): Promise<readonly CategoryNode[]> {
    const { rows } = await sql<{ id: number; name: string; parent_id: number | null }>`
      select id, name, parent_id from category order by id`.execute(this.#db);
    return rows.map(({ id, name, parent_id }) => ({ id, name, parentId: parent_id }));
  }

  async insertCategories(
    categories: readonly Pick<CategoryNode, 'name' | 'parentId'>[],
    now: Date,
  ): Promise<readonly number[]> {
    const records = categories.map(({ name, parentId }, place) => ({
      place,
      name,
      name_key: nameKey(name),
      search_text: fold(name),
      parent_id: parentId,
    }));
    const statement = sql<{ id: number }>`
      with input as materialized (
        select nextval(pg_get_serial_sequence('category', 'id'))::int as id, r.*
        from (select * from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
          as r (place int, name text, name_key text, search_text text, parent_id int) order by place) r
      ), stored as (
        insert into category (id, name, name_key, search_text, parent_id, position, path_ids, created_at, updated_at)
        select g.id, g.name, g.name_key, g.search_text, g.parent_id, 0, coalesce(p.path_ids, '{}') || g.id, ${now}, ${now}
        from input g left join category p on p.id = g.parent_id
      ) select id from input order by place`;
    const { rows } = await mapConstraintErrors(
      { category_sibling_key: categoryNameTaken },
      statement.execute(this.#db),
    );
    return rows.map(({ id }) => id);
  }

  async recordedUnder(userId: number, route: string, keys: readonly string[]): Promise<readonly Operation[]> {
    const { rows } = await sql<OperationRecord>`
      select ${operationColumns} from operation o left join operation r on r.reverses_id = o.id
      where o.user_id = ${userId} and o.once_route = ${route} and o.idempotency_key = any(${keys}::text[]) and o.line_no = 0
      order by o.id`.execute(this.#db);
    return rows.map(toOperation);
  }

  async areTaken(references: readonly OnlyReference[]): Promise<readonly boolean[]> {
    const records = references.map(({ type, reference }, place) => ({
      place,
      type,
      ref_type: reference.type,
      ref_id: reference.id,
      ref_line: reference.line ?? '',
    }));
    const { rows } = await sql<{ taken: boolean }>`
      select exists (select from operation o where o.unique_reference and o.ref_type = w.ref_type and o.ref_id = w.ref_id
        and coalesce(o.ref_line, '') = w.ref_line and o.type = w.type) as taken
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
        as w (place int, type text, ref_type text, ref_id text, ref_line text) order by w.place`.execute(this.#db);
    return rows.map(({ taken }) => taken);
  }

  get #db(): Kysely<Tables> {
    return this.#database.kysely();
  }
}
