import { fromNumeric } from '@backroom/core';
import type { ExportStore, ItemEntry, ItemFilter, Operation, OperationFilter } from '@backroom/core/inventory';
import { sql } from 'kysely';
import type { Database } from '../../database.ts';
import { conditionOf } from './item-lists.ts';
import { type ItemRecord, itemColumns, itemsWithStock, toItem } from './item-rows.ts';
import { codeKey } from './mikro-location-store.ts';
import { selectOperations } from './operation-lists.ts';
import { toOperation } from './operation-rows.ts';

interface ItemEntryRecord extends ItemRecord {
  readonly category_path: readonly string[] | null;
  readonly default_location: string;
  readonly location: string;
  readonly quantity_there: string;
}

const categoryPath = sql.raw(`(select array_agg(a.name order by u.place) from category c
  cross join unnest(c.path_ids) with ordinality as u (id, place) join category a on a.id = u.id where c.id = i.category_id)`);

/** Complete lists in batches from PostgreSQL, by keyset pagination: every batch costs the same. */
export class MikroExportStore implements ExportStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async items(filter: ItemFilter, afterId: number, limit: number): Promise<readonly ItemEntry[]> {
    const { location } = filter;
    const shown =
      location === undefined ? sql`d.id` : sql`(select id from location where code_key = ${codeKey(location)})`;
    const { rows } = await sql<ItemEntryRecord>`
      select ${itemColumns}, ${categoryPath} as category_path, d.code as default_location, l.code as location,
        coalesce(v.quantity, 0)::numeric(15, 4) as quantity_there
      from (
        select i.id from ${itemsWithStock} where ${conditionOf(filter)} and i.id > ${afterId}
        order by i.id limit ${sql.lit(limit)}
      ) cut
      join item i on i.id = cut.id join item_stock s on s.item_id = i.id
      join location d on d.id = i.default_location_id join location l on l.id = ${shown}
      left join stock_level v on v.item_id = i.id and v.location_id = l.id
      order by i.id`.execute(this.#database.kysely());
    return rows.map(toEntry);
  }

  async attributeKeys(filter: ItemFilter): Promise<readonly string[]> {
    const { rows } = await sql<{ key: string }>`
      select distinct k.key collate "C" as key from ${itemsWithStock} cross join jsonb_object_keys(i.attributes) as k (key)
      where ${conditionOf(filter)} order by 1`.execute(this.#database.kysely());
    return rows.map(({ key }) => key);
  }

  async operations(filter: OperationFilter, afterId: number, limit: number): Promise<readonly Operation[]> {
    const rows = await selectOperations(this.#database.kysely(), {
      filter,
      sort: [{ field: 'id', descending: false }],
      page: { page: 1, perPage: limit, afterId },
      total: 0,
    });
    return rows.map(toOperation);
  }
}

const toEntry = (row: ItemEntryRecord): ItemEntry => ({
  item: toItem(row),
  categoryPath: row.category_path,
  defaultLocation: row.default_location,
  location: row.location,
  quantity: fromNumeric(row.quantity_there),
});
