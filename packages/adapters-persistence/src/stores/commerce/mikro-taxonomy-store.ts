import type { Page, PageRequest } from '@backroom/core';
import {
  type CountedCategory,
  type ProductFilter,
  productCategoryCycle,
  type TaxonomyStore,
} from '@backroom/core/catalog';
import type { Attribute, ProductCategory } from '@backroom/core/commerce';
import { fold } from '@backroom/core/kernel';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import { selectAttributes, upsertAttributes } from './attribute-rows.ts';
import { hasCycle, lockCategoryTree, movedCategories, rebuildClosure } from './category-closure.ts';
import { listRecords, type RecordTable, selectAfter, selectByIds } from './record-queries.ts';
import { allocateIds, deleteRows, lastById, type UpsertTarget, upsertRecords } from './record-writes.ts';

interface ProductCategoryRecord extends Omit<ProductCategory, 'parentId'> {
  readonly parent_id: number | null;
}

const categoryTable: RecordTable<ProductCategoryRecord, ProductCategory> = {
  table: 'product_category',
  columns: 'r.id, r.name, r.slug, r.parent_id',
  created: 'created_at',
  modified: 'modified_at',
  toRecord: ({ id, name, slug, parent_id }) => ({ id, name, slug, parentId: parent_id }),
};

const categoryTarget: UpsertTarget = {
  table: 'product_category',
  columns: { name: 'text', slug: 'text', parent_id: 'int', search_text: 'text' },
};

/** Product categories and attributes in PostgreSQL; a closure table stores the ancestors of each category. */
export class MikroTaxonomyStore implements TaxonomyStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async findCategory(id: number): Promise<ProductCategory | undefined> {
    return (await selectByIds(this.#db, categoryTable, [id]))[0];
  }

  async findCategories(ids: readonly number[]): Promise<readonly ProductCategory[]> {
    return selectByIds(this.#db, categoryTable, ids);
  }

  async nextCategoryIds(count: number): Promise<readonly number[]> {
    return allocateIds(this.#db, 'product_category', count);
  }

  async saveCategories(categories: readonly ProductCategory[], now: Date): Promise<void> {
    if (categories.length === 0) return;
    const unique = lastById(categories);
    await lockCategoryTree(this.#db);
    const moved = await movedCategories(this.#db, unique);
    const records = unique.map(({ id, name, slug, parentId }) => ({
      id,
      name,
      slug,
      parent_id: parentId,
      search_text: fold(name),
      created_at: null,
    }));
    await upsertRecords(this.#db, categoryTarget, { records, now });
    if (moved.length === 0) return;
    if (await hasCycle(this.#db, moved)) throw productCategoryCycle();
    await rebuildClosure(this.#db, moved);
  }

  async removeCategory(id: number): Promise<readonly number[]> {
    await lockCategoryTree(this.#db);
    await sql`update product_category set parent_id = (select parent_id from product_category where id = ${id})
      where parent_id = ${id}`.execute(this.#db);
    const { rows } = await sql<{ product_id: number }>`
      delete from product_category_link where category_id = ${id} returning product_id`.execute(this.#db);
    // The children keep their other ancestors; closure rows of this category go with it (on delete cascade).
    await deleteRows(this.#db, 'product_category', [id]);
    return rows.map(({ product_id }) => product_id).toSorted((a, b) => a - b);
  }

  async listCategories(filter: ProductFilter, page: PageRequest): Promise<Page<ProductCategory>> {
    return listRecords(this.#db, categoryTable, { filter, page });
  }

  async countedCategories(most: number): Promise<readonly CountedCategory[]> {
    const { rows } = await sql<ProductCategoryRecord & { own: number; whole: number }>`
      select ${sql.raw(categoryTable.columns)}, coalesce(l.own, 0)::int as own, coalesce(w.whole, 0)::int as whole
      from product_category r
      left join (select category_id, count(*) as own from product_category_link group by category_id) l
        on l.category_id = r.id
      left join (
        select c.ancestor_id, count(distinct l.product_id) as whole
        from product_category_link l join category_closure c on c.category_id = l.category_id group by c.ancestor_id
      ) w on w.ancestor_id = r.id
      order by r.id limit ${sql.lit(most)}`.execute(this.#db);
    return rows.map(({ own, whole, ...row }) => ({
      ...categoryTable.toRecord(row),
      productCount: own,
      totalProductCount: whole,
    }));
  }

  async walkCategories(afterId: number, most: number): Promise<readonly ProductCategory[]> {
    return selectAfter(this.#db, categoryTable, { afterId, most });
  }

  async saveAttributes(attributes: readonly Attribute[]): Promise<void> {
    if (attributes.length > 0) await upsertAttributes(this.#db, attributes);
  }

  async attributes(): Promise<readonly Attribute[]> {
    return selectAttributes(this.#db);
  }

  get #db(): Kysely<Tables> {
    return this.#database.kysely();
  }
}
