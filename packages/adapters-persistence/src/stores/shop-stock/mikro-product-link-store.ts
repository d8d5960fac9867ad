import { fromNumeric, offsetOf, type Page, type PageRequest } from '@backroom/core';
import type { LinkedStock, ProductLink } from '@backroom/core/commerce';
import {
  itemNotFound,
  type LinkFilter,
  type LinkOrigin,
  noSuchSaleable,
  type ProductLinkStore,
  type ShownLink,
} from '@backroom/core/inventory';
import { sql } from 'kysely';
import type { Database } from '../../database.ts';
import { mapConstraintErrors } from '../constraint-errors.ts';
import { linkedItems, linkedStock } from './linked-stock.ts';

interface LinkRecord {
  readonly product_id: number;
  readonly item_id: number;
  readonly units_per_sale: number;
}

/** A link with the names and skus of both sides, for display. */
interface NamedLinkRecord extends LinkRecord {
  readonly parent_id: number | null;
  readonly product_name: string;
  readonly product_sku: string | null;
  readonly item_name: string;
  readonly item_sku: string;
  readonly origin: LinkOrigin;
}

interface LinkedStockRecord extends LinkRecord {
  readonly is_parents: boolean;
  readonly available: string;
  readonly allow_negative: boolean;
  readonly reorder_level: string | null;
}

const constraintErrors = {
  product_link_product_id_fkey: noSuchSaleable,
  product_link_item_id_fkey: () => itemNotFound(),
};

/** Links between products and items in PostgreSQL: explicit ones, and with `bySku` those by equal sku. */
export class MikroProductLinkStore implements ProductLinkStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async linksOf(productIds: readonly number[], bySku: boolean): Promise<readonly ProductLink[]> {
    if (productIds.length === 0) return [];
    const { rows } = await sql<LinkRecord>`
      select l.* from ${linkedItems(bySku)} l where l.product_id = any(${productIds}::bigint[])
      order by l.product_id`.execute(this.#database.kysely());
    return rows.map(toLink);
  }

  async stockOf(
    productIds: readonly number[],
    { bySku, now }: { readonly bySku: boolean; readonly now: Date },
  ): Promise<readonly LinkedStock[]> {
    if (productIds.length === 0) return [];
    const { rows } = await sql<LinkedStockRecord>`
      select l.* from ${linkedStock(bySku, now)} l where l.product_id = any(${productIds}::bigint[])
      order by l.product_id`.execute(this.#database.kysely());
    return rows.map((row) => ({
      ...toLink(row),
      isProducts: row.is_parents,
      available: fromNumeric(row.available),
      allowNegative: row.allow_negative,
      reorderLevel: row.reorder_level === null ? null : fromNumeric(row.reorder_level),
    }));
  }

  async list({ productId, itemId, effective }: LinkFilter, page: PageRequest): Promise<Page<ShownLink>> {
    const db = this.#database.kysely();
    const links = effective ? linkedItems(effective.bySku) : explicitLinks;
    const condition = sql`(${productId ?? null}::bigint is null or l.product_id = ${productId ?? null}::bigint)
      and (${itemId ?? null}::bigint is null or l.item_id = ${itemId ?? null}::bigint)`;
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from ${links} l where ${condition}`.execute(db);
    const { rows } = await sql<NamedLinkRecord>`
      select l.product_id, l.item_id, l.units_per_sale, p.parent_id, p.name as product_name, p.sku as product_sku,
        i.name as item_name, i.sku as item_sku,
        case when o.product_id is not null then 'link' when l.is_parents then 'product' else 'sku' end as origin
      from ${links} l join product p on p.id = l.product_id join item i on i.id = l.item_id
        left join product_link o on o.product_id = l.product_id
      where ${condition} order by l.product_id limit ${page.perPage} offset ${offsetOf(page)}`.execute(db);
    return { entries: rows.map(toShown), total: counted.rows[0]?.total ?? 0 };
  }

  async save({ productId, itemId, unitsPerSale }: ProductLink): Promise<void> {
    const statement = sql`
      insert into product_link (product_id, item_id, units_per_sale) values (${productId}, ${itemId}, ${unitsPerSale})
      on conflict (product_id) do update set item_id = excluded.item_id, units_per_sale = excluded.units_per_sale`;
    await mapConstraintErrors(constraintErrors, statement.execute(this.#database.kysely()));
  }

  async remove(productId: number): Promise<boolean> {
    const { rows } = await sql`
      delete from product_link where product_id = ${productId}::bigint returning product_id`.execute(
      this.#database.kysely(),
    );
    return rows.length > 0;
  }
}

const explicitLinks = sql`(select l.*, false as is_parents from product_link l)`;

const toLink = (row: LinkRecord): ProductLink => ({
  productId: row.product_id,
  itemId: row.item_id,
  unitsPerSale: row.units_per_sale,
});

const toShown = (row: NamedLinkRecord): ShownLink => ({
  ...toLink(row),
  parentId: row.parent_id,
  productName: row.product_name,
  productSku: row.product_sku,
  itemName: row.item_name,
  itemSku: row.item_sku,
  origin: row.origin,
});
