import { offsetOf, type Page, type PageRequest, type SortKey } from '@backroom/core';
import {
  type Category,
  type CategoryFields,
  type CategorySortField,
  type CategoryStore,
  categoryNameTaken,
} from '@backroom/core/inventory';
import { fold, nameKey } from '@backroom/core/kernel';
import { sql } from 'kysely';
import { advisoryLocks } from '../../connection/advisory-locks.ts';
import type { Database } from '../../database.ts';
import { mapConstraintErrors } from '../constraint-errors.ts';
import { categoryCondition, categoryOrder, countsOfOne, selectCategories } from './category-lists.ts';

const constraintErrors = { category_sibling_key: categoryNameTaken };

/** The category tree in PostgreSQL; each row stores the ids of its ancestors, so that a subtree is one predicate. */
export class MikroCategoryStore implements CategoryStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(
    filter: { readonly parentId?: number | null; readonly q?: string },
    sort: readonly SortKey<CategorySortField>[],
    page: PageRequest,
  ): Promise<Page<Category>> {
    const where = categoryCondition(filter);
    const count = sql<{ total: number }>`select count(*)::int as total from category c where ${where}`;
    const total = (await count.execute(this.#database.kysely())).rows[0]?.total ?? 0;
    const order = categoryOrder(sort);
    const entries = await selectCategories(
      this.#database.kysely(),
      sql`where ${where} order by ${order}, c.id limit ${page.perPage} offset ${offsetOf(page)}`,
    );
    return { entries, total };
  }

  async all(limit: number): Promise<readonly Category[]> {
    return selectCategories(this.#database.kysely(), sql`order by c.position, c.search_text, c.id limit ${limit}`);
  }

  async find(id: number): Promise<Category | undefined> {
    return (await selectCategories(this.#database.kysely(), sql`where c.id = ${id}`, countsOfOne))[0];
  }

  async has(id: number): Promise<boolean> {
    const row = await this.#database
      .kysely()
      .selectFrom('category')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  }

  async holdTree(): Promise<void> {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.categoryTree})`.execute(this.#database.kysely());
  }

  async heightOf(id: number): Promise<number> {
    const { rows } = await sql<{ height: number }>`
      select coalesce(max(cardinality(d.path_ids) - cardinality(c.path_ids)), 0)::int as height
      from category c join category d on d.path_ids @> array[c.id] where c.id = ${id}`.execute(this.#database.kysely());
    return rows[0]?.height ?? 0;
  }

  async insert({ name, parentId, description, position }: CategoryFields, now: Date): Promise<Category> {
    // The path of a row ends with its own id, so the id is allocated first.
    const statement = sql<{ id: number }>`
      with allocated as (select nextval(pg_get_serial_sequence('category', 'id'))::int as id)
      insert into category (id, name, name_key, search_text, parent_id, description, position, path_ids, created_at, updated_at)
      select allocated.id, ${name}, ${nameKey(name)}, ${fold(name)}, ${parentId}::int, ${description}, ${position},
        coalesce((select path_ids from category where id = ${parentId}::int), '{}') || allocated.id, ${now}, ${now}
      from allocated returning id`;
    const { rows } = await mapConstraintErrors(constraintErrors, statement.execute(this.#database.kysely()));
    return this.#required(rows[0]?.id);
  }

  async update(id: number, changes: Partial<CategoryFields>, now: Date): Promise<Category> {
    const { name, parentId, description, position } = changes;
    await mapConstraintErrors(
      constraintErrors,
      this.#database
        .kysely()
        .updateTable('category')
        .set({
          ...(name !== undefined && { name, name_key: nameKey(name), search_text: fold(name) }),
          ...(parentId !== undefined && { parent_id: parentId }),
          ...(description !== undefined && { description }),
          ...(position !== undefined && { position }),
          updated_at: now,
          version: sql`version + 1`,
        })
        .where('id', '=', id)
        .execute(),
    );
    if (parentId !== undefined) await this.#rewritePaths([id]);
    return this.#required(id);
  }

  async contentsOf(id: number): Promise<{ children: number; items: number }> {
    const { rows } = await sql<{ children: number; items: number }>`
      select (select count(*)::int from category where parent_id = ${id}) as children,
        (select count(*)::int from item where category_id = ${id}) as items`.execute(this.#database.kysely());
    return rows[0] ?? { children: 0, items: 0 };
  }

  async moveContents(from: number, to: number | null, now: Date): Promise<void> {
    const db = this.#database.kysely();
    const change = { updated_at: now, version: sql<number>`version + 1` };
    const moved = await mapConstraintErrors(
      constraintErrors,
      db
        .updateTable('category')
        .set({ parent_id: to, ...change })
        .where('parent_id', '=', from)
        .returning('id')
        .execute(),
    );
    await this.#rewritePaths(moved.map(({ id }) => id));
    // Same lock order as stock operations.
    await db.selectFrom('item').select('id').where('category_id', '=', from).orderBy('id').forNoKeyUpdate().execute();
    await db
      .updateTable('item')
      .set({ category_id: to, ...change })
      .where('category_id', '=', from)
      .execute();
  }

  async remove(id: number): Promise<void> {
    await this.#database.kysely().deleteFrom('category').where('id', '=', id).execute();
  }

  /** Recomputes `path_ids` of the categories and all their descendants. */
  async #rewritePaths(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await sql`
      with recursive moved as (
        select c.id, coalesce(p.path_ids, '{}') || c.id as path_ids
          from category c left join category p on p.id = c.parent_id where c.id = any(${ids}::int[])
        union all
        select c.id, m.path_ids || c.id from category c join moved m on c.parent_id = m.id
      ) update category c set path_ids = moved.path_ids from moved where moved.id = c.id`.execute(
      this.#database.kysely(),
    );
  }

  async #required(id: number | undefined): Promise<Category> {
    const category = id === undefined ? undefined : await this.find(id);
    if (!category) throw new Error('A category vanished while it was written.');
    return category;
  }
}
