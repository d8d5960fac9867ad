import { type Kysely, sql } from 'kysely';
import { advisoryLocks } from '../../connection/advisory-locks.ts';
import type { Tables } from '../../tables.ts';

/** Serialises changes of the category tree until the surrounding unit of work ends. */
export async function lockCategoryTree(db: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.productCategoryTree})`.execute(db);
}

/** Ids of the categories that are new or have another parent than stored. */
export async function movedCategories(
  db: Kysely<Tables>,
  categories: readonly { readonly id: number; readonly parentId: number | null }[],
): Promise<readonly number[]> {
  const parents = categories.map(({ id, parentId }) => ({ id, parent_id: parentId }));
  const { rows } = await sql<{ id: number }>`
    select g.id from json_to_recordset(${JSON.stringify(parents)}::json) as g (id int, parent_id int)
    left join product_category c on c.id = g.id
    where c.id is null or c.parent_id is distinct from g.parent_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether one of these categories is its own ancestor. */
export async function hasCycle(db: Kysely<Tables>, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    with recursive path as (
      select id as start, parent_id as above from product_category where id = any(${ids}::int[])
      union
      select w.start, c.parent_id from path w join product_category c on c.id = w.above
    ) select start from path where start = above limit 1`.execute(db);
  return rows.length > 0;
}

/** Rebuilds the closure rows of these categories and of all their descendants. */
export async function rebuildClosure(db: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  const below = await sql<{ id: number }>`
    with recursive below as (
      select id from product_category where id = any(${ids}::int[])
      union
      select c.id from below b join product_category c on c.parent_id = b.id
    ) select id from below`.execute(db);
  const changed = below.rows.map(({ id }) => id);
  await sql`delete from category_closure where category_id = any(${changed}::int[])`.execute(db);
  await sql`
    with recursive path as (
      select id as category_id, id as ancestor_id from product_category where id = any(${changed}::int[])
      union
      select w.category_id, c.parent_id from path w join product_category c on c.id = w.ancestor_id
      where c.parent_id is not null
    ) insert into category_closure (ancestor_id, category_id) select ancestor_id, category_id from path`.execute(db);
}
