import { generatedSku, type ItemRevision, type NewItem } from '@backroom/core/inventory';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { toItemColumns, toNameColumns, toStockColumns } from './item-rows.ts';

/** Record type of the rows that are written, to `item` and `item_stock`. */
const columns = `sku text, sku_key text, name text, name_key text, search_text text, description text, category_id int,
  unit text, reorder_level numeric, default_location_id int, barcode text, price numeric, attributes jsonb, archived boolean,
  cost numeric, quantity_decimals smallint, allow_negative boolean`;

const toItemRow = (
  item: Omit<NewItem, 'sku' | 'createdBy'> & { readonly sku: string; readonly archived?: boolean },
) => {
  const complete = { ...item, archived: item.archived ?? false };
  return {
    ...toNameColumns(complete),
    ...toItemColumns(complete),
    ...toStockColumns(complete),
    attributes: item.attributes,
  };
};

/**
 * Inserts items with zero stock in one statement; those whose sku or barcode exists are skipped.
 * @returns the new ids in the order of the items; undefined for skipped ones
 */
export async function insertItems(
  db: Kysely<Tables>,
  items: readonly NewItem[],
  now: Date,
): Promise<readonly (number | undefined)[]> {
  if (items.length === 0) return [];
  const allocated = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('item', 'id'))::int as id from generate_series(1, ${items.length})`.execute(
    db,
  );
  const ids = allocated.rows.map(({ id }) => id);
  const records = items.map((item, index) => {
    const id = ids[index] ?? 0;
    const sku = item.sku ?? generatedSku(id);
    return { ...toItemRow({ ...item, sku }), id, created_by: item.createdBy };
  });
  const { rows } = await sql<{ id: number }>`
    with input as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (id int, created_by int, ${sql.raw(columns)})
    ), stored as (
      insert into item (id, sku, sku_key, name, name_key, search_text, description, category_id, unit, reorder_level,
        default_location_id, barcode, price, attributes, archived, created_by, created_at, updated_at)
      select id, sku, sku_key, name, name_key, search_text, description, category_id, unit, reorder_level,
        default_location_id, barcode, price, attributes, archived, created_by, ${now}, ${now}
      from input order by id on conflict do nothing returning id
    ), stock as (
      insert into item_stock (item_id, cost, reorder_level, quantity_decimals, allow_negative, archived)
      select g.id, g.cost, g.reorder_level, g.quantity_decimals, g.allow_negative, g.archived from input g join stored using (id)
    ) select id from stored`.execute(db);
  const stored = new Set(rows.map(({ id }) => id));
  return ids.map((id) => (stored.has(id) ? id : undefined));
}

/** Replaces items by their `after` state and increments their versions. */
export async function updateItems(db: Kysely<Tables>, revisions: readonly ItemRevision[], now: Date): Promise<void> {
  const records = revisions.map(({ after }) => ({ ...toItemRow(after), id: after.id }));
  await sql`
    with input as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (id int, ${sql.raw(columns)})
    ), stock as (
      update item_stock s set cost = g.cost, reorder_level = g.reorder_level, quantity_decimals = g.quantity_decimals,
        allow_negative = g.allow_negative, archived = g.archived
      from input g
      where s.item_id = g.id and (s.cost, s.reorder_level, s.quantity_decimals, s.allow_negative, s.archived)
        is distinct from (g.cost, g.reorder_level, g.quantity_decimals, g.allow_negative, g.archived)
    )
    update item i set sku = g.sku, sku_key = g.sku_key, name = g.name, name_key = g.name_key, search_text = g.search_text,
      description = g.description, category_id = g.category_id, unit = g.unit, reorder_level = g.reorder_level,
      default_location_id = g.default_location_id, barcode = g.barcode, price = g.price, attributes = g.attributes,
      archived = g.archived, updated_at = ${now}, version = i.version + 1
    from input g where i.id = g.id`.execute(db);
  await updateAllowNegative(db, revisions);
}

/** Copies changes of `allow_negative` to the balances, whose check constraint depends on it. */
async function updateAllowNegative(db: Kysely<Tables>, revisions: readonly ItemRevision[]): Promise<void> {
  for (const allowed of [true, false]) {
    const ids = revisions
      .filter(({ before, after }) => before.allowNegative !== allowed && after.allowNegative === allowed)
      .map(({ after }) => after.id);
    if (ids.length === 0) continue;
    await sql`update stock_level set allow_negative = ${allowed} where item_id = any(${ids}::int[])`.execute(db);
  }
}
