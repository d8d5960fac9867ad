import type { Page, PageRequest } from '@backroom/core';
import { type ProductCountFilter, type ProductFilter, type ProductStore, productExists } from '@backroom/core/catalog';
import type { Product, ProductStatus, SlugOwner, Variation } from '@backroom/core/commerce';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database.ts';
import { CollidedWork } from '../../database-errors.ts';
import type { Tables } from '../../tables.ts';
import { mapConstraintErrors } from '../constraint-errors.ts';
import {
  productSkuKey,
  productTable,
  productTarget,
  toProductRow,
  toVariationRow,
  variationTable,
} from './product-rows.ts';
import { countByStatus, listRecords, selectAfter, selectByIds, selectRecords } from './record-queries.ts';
import { allocateIds, deleteRows, lastById, type UpsertRow, upsertRecords } from './record-writes.ts';

/** Products and variations in PostgreSQL, in one table: ids and skus are unique across both. */
export class MikroProductStore implements ProductStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: number): Promise<Product | undefined> {
    return (await selectByIds(this.#db, productTable, [id]))[0];
  }

  async findVariation(id: number): Promise<Variation | undefined> {
    return (await selectByIds(this.#db, variationTable, [id]))[0];
  }

  async taken(ids: readonly number[]): Promise<ReadonlyMap<number, 'product' | 'variation'>> {
    const { rows } = await sql<{ id: number; is_variation: boolean }>`
      select p.id, p.parent_id is not null as is_variation from ${productsBy('id', ids)}`.execute(this.#db);
    return new Map(rows.map(({ id, is_variation }) => [id, is_variation ? 'variation' : 'product']));
  }

  async ownersOf(skus: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { rows } = await sql<{ id: number; sku_key: string }>`
      select p.id, p.sku_key from ${productsBy('sku_key', skus.map(productSkuKey))}`.execute(this.#db);
    return new Map(rows.map(({ id, sku_key }) => [sku_key, id]));
  }

  async slugOwners({
    slugs,
    ids,
  }: {
    readonly slugs: readonly string[];
    readonly ids: readonly number[];
  }): Promise<readonly SlugOwner[]> {
    const { rows } = await sql<SlugOwner>`
      select p.id, p.slug from ${productsBy('slug', slugs)}
      union select p.id, p.slug from ${productsBy('id', ids)} where p.slug is not null`.execute(this.#db);
    return rows;
  }

  async findBySlug(slug: string): Promise<Product | undefined> {
    return (await selectRecords(this.#db, productTable, sql`r.slug = ${slug}`))[0];
  }

  async nextIds(count: number): Promise<readonly number[]> {
    return allocateIds(this.#db, 'product', count);
  }

  async saveProducts(products: readonly Product[], now: Date): Promise<readonly number[]> {
    if (products.length === 0) return [];
    const unique = lastById(products);
    await this.#upsert(unique.map(toProductRow), now);
    return replaceCategoryLinks(this.#db, unique, now);
  }

  async saveVariations(variations: readonly Variation[], now: Date): Promise<void> {
    await this.#upsert(variations.map(toVariationRow), now);
  }

  async remove(ids: readonly number[]): Promise<readonly number[]> {
    const { rows } = await sql<{ product_id: number }>`
      delete from product_category_link where product_id = any(${ids}::int[]) returning product_id`.execute(this.#db);
    await deleteRows(this.#db, 'product', ids);
    return ascending(rows.map(({ product_id }) => product_id));
  }

  async list(filter: ProductFilter, page: PageRequest): Promise<Page<Product>> {
    return listRecords(this.#db, productTable, { filter, page, where: [...statusIn(filter), ...categoryIn(filter)] });
  }

  async countByStatus(filter: ProductCountFilter): Promise<ReadonlyMap<ProductStatus, number>> {
    return countByStatus(this.#db, productTable, { filter, where: categoryIn(filter) });
  }

  async listVariations(productId: number, filter: ProductFilter, page: PageRequest): Promise<Page<Variation>> {
    const where = [sql`r.parent_id = ${productId}`, ...statusIn(filter)];
    return listRecords(this.#db, variationTable, { filter, page, where });
  }

  async walk(afterId: number, most: number): Promise<readonly Product[]> {
    return selectAfter(this.#db, productTable, { afterId, most });
  }

  async walkVariations(afterId: number, most: number): Promise<readonly Variation[]> {
    return selectAfter(this.#db, variationTable, { afterId, most });
  }

  async walkPublished(afterId: number, most: number): Promise<readonly Product[]> {
    return selectAfter(this.#db, productTable, { afterId, most, where: publishedProduct });
  }

  async walkPublishedVariations(afterId: number, most: number): Promise<readonly Variation[]> {
    return selectAfter(this.#db, variationTable, { afterId, most, where: publishedVariation });
  }

  async countPublished(): Promise<number> {
    const all = sql.join([...publishedProduct, sql`r.parent_id is null`], sql` and `);
    const { rows } = await sql<{ count: number }>`
      select (count(*) filter (where ${all}) + count(*) filter (where ${sql.join([...publishedVariation], sql` and `)}))::int as count
      from product r`.execute(this.#db);
    return rows[0]?.count ?? 0;
  }

  async countPublishedUpTo(most: number): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (
        select 1 from product where status = 'publish' and parent_id is null limit ${sql.lit(most)}
      ) found`.execute(this.#db);
    return rows[0]?.count ?? 0;
  }

  async #upsert(records: readonly UpsertRow[], now: Date): Promise<void> {
    await mapConstraintErrors(
      { product_sku_key: productExists, product_slug_key: slugCollided },
      upsertRecords(this.#db, productTarget, { records, now }),
    );
  }

  get #db(): Kysely<Tables> {
    return this.#database.kysely();
  }
}

/** Slugs were free when they were chosen: a concurrent unit took one of them. */
const slugCollided = () => new CollidedWork('A slug was stored concurrently.');

/** Rows `p` with these keys, by index look-ups: a plan made on an empty table would compare every key with every row. */
const productsBy = (column: 'id' | 'sku_key' | 'slug', keys: readonly (string | number)[]) =>
  sql`unnest(${keys}::${sql.raw(column === 'id' ? 'int' : 'text')}[]) as k (key)
    cross join lateral (select * from product where ${sql.ref(column)} = k.key offset 0) p`;

const statusIn = ({ status }: ProductFilter) =>
  status === undefined ? [sql`r.status <> 'auto-draft'`] : [sql`r.status = any(${status}::text[])`];

const categoryIn = ({ categoryId }: ProductCountFilter) =>
  categoryId === undefined
    ? []
    : [
        sql`r.id in (select l.product_id from product_category_link l
          join category_closure c on c.category_id = l.category_id where c.ancestor_id = ${categoryId})`,
      ];

const publishedProduct = [sql`r.status = 'publish'`, sql`r.type in ('simple', 'variable')`];

/** A scalar subquery cannot become a join: with one, each page of a walk would join and sort all variations that are left. */
const publishedVariation = [
  sql`r.status = 'publish'`,
  sql`(select p.status = 'publish' and p.type = 'variable' from product p where p.id = r.parent_id)`,
];

const ascending = (ids: readonly number[]): readonly number[] => [...new Set(ids)].sort((a, b) => a - b);

/** Replaces the category links of products; touches the products whose links changed and returns their ids. */
async function replaceCategoryLinks(
  db: Kysely<Tables>,
  products: readonly Product[],
  now: Date,
): Promise<readonly number[]> {
  const links = products.flatMap(({ id, categoryIds }) =>
    [...new Set(categoryIds)].map((category, position) => ({ product: id, category, position })),
  );
  const { rows } = await sql<{ id: number }>`
    with input as materialized (
      select * from json_to_recordset(${JSON.stringify(links)}::json) as g (product int, category int, position int)
    ), gone as (
      delete from product_category_link l where product_id = any(${products.map(({ id }) => id)}::int[])
        and not exists (select from input g where g.product = l.product_id and g.category = l.category_id)
      returning product_id
    ), placed as (
      insert into product_category_link as l (product_id, category_id, position)
      select product, category, position from input order by product, category
      on conflict (product_id, category_id) do update set position = excluded.position
      where l.position <> excluded.position returning product_id
    )
    update product set modified_at = ${now}
    where id in (select product_id from gone union select product_id from placed) returning id`.execute(db);
  return ascending(rows.map(({ id }) => id));
}
