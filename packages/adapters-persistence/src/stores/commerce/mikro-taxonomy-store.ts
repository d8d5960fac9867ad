import {
  type Attribute,
  fold,
  type Page,
  type PageRequest,
  type ProductCategory,
  type ProductFilter,
  productCategoryCycle,
  type TaxonomyStore,
} from '@backroom/core';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import { keepAttributes, selectAttributes } from './attribute-rows.ts';
import { haveCycle, holdHeadings, movedHeadings, rewriteClosure } from './category-closure.ts';
import { listRecords, type RecordTable, recordsOf, walkRecords } from './record-queries.ts';
import { drawIds, keepRecords, lastOfEach, type RecordSet, removeRows } from './record-writes.ts';

interface CategoryRecord extends Omit<ProductCategory, 'parentId'> {
  readonly parent_id: number | null;
}

const categoryTable: RecordTable<CategoryRecord, ProductCategory> = {
  table: 'product_category',
  columns: 'r.id, r.name, r.slug, r.parent_id',
  created: 'created_at',
  modified: 'modified_at',
  toRecord: ({ id, name, slug, parent_id }) => ({ id, name, slug, parentId: parent_id }),
};

const categorySet: RecordSet = {
  table: 'product_category',
  columns: { name: 'text', slug: 'text', parent_id: 'int', search_text: 'text' },
};

/** Headings and shared properties of products in PostgreSQL; which heading stands above which is kept beside them. */
export class MikroTaxonomyStore implements TaxonomyStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async findCategory(id: number): Promise<ProductCategory | undefined> {
    return (await recordsOf(this.#db, categoryTable, [id]))[0];
  }

  async findCategories(ids: readonly number[]): Promise<readonly ProductCategory[]> {
    return recordsOf(this.#db, categoryTable, ids);
  }

  async nextCategoryIds(count: number): Promise<readonly number[]> {
    return drawIds(this.#db, 'product_category', count);
  }

  async saveCategories(categories: readonly ProductCategory[], now: Date): Promise<void> {
    if (categories.length === 0) return;
    const kept = lastOfEach(categories);
    await holdHeadings(this.#db);
    const moved = await movedHeadings(this.#db, kept);
    const records = kept.map(({ id, name, slug, parentId }) => ({
      ...{ id, name, slug, parent_id: parentId },
      search_text: fold(name),
      created_at: null,
    }));
    await keepRecords(this.#db, categorySet, { records, now });
    if (moved.length === 0) return;
    if (await haveCycle(this.#db, moved)) throw productCategoryCycle();
    await rewriteClosure(this.#db, moved);
  }

  async removeCategory(id: number): Promise<readonly number[]> {
    await holdHeadings(this.#db);
    await sql`update product_category set parent_id = (select parent_id from product_category where id = ${id})
      where parent_id = ${id}`.execute(this.#db);
    const { rows } = await sql<{ product_id: number }>`
      delete from product_category_link where category_id = ${id} returning product_id`.execute(this.#db);
    // What is above the children stays the same but for this one, which its row takes along.
    await removeRows(this.#db, 'product_category', [id]);
    return rows.map(({ product_id }) => product_id).toSorted((a, b) => a - b);
  }

  async listCategories(filter: ProductFilter, page: PageRequest): Promise<Page<ProductCategory>> {
    return listRecords(this.#db, categoryTable, { filter, page });
  }

  async walkCategories(afterId: number, most: number): Promise<readonly ProductCategory[]> {
    return walkRecords(this.#db, categoryTable, { afterId, most });
  }

  async saveAttributes(attributes: readonly Attribute[]): Promise<void> {
    if (attributes.length > 0) await keepAttributes(this.#db, attributes);
  }

  async attributes(): Promise<readonly Attribute[]> {
    return selectAttributes(this.#db);
  }

  get #db(): Kysely<Tables> {
    return this.#database.kysely();
  }
}
