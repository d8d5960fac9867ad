import type { SortKey } from '@backroom/core';
import type { Category, CategorySortField } from '@backroom/core/inventory';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { pattern } from '../search.ts';

interface CategoryRow {
  readonly id: number;
  readonly name: string;
  readonly parent_id: number | null;
  readonly description: string | null;
  readonly position: number;
  readonly path: readonly { readonly id: number; readonly name: string }[];
  readonly item_count: number;
  readonly total_item_count: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly version: number;
}

/** Item counts for many categories: one pass over the items. */
const countsOfAll = {
  before: sql`
    with direct as (
      select category_id, count(*)::int as items from item where category_id is not null and not archived group by category_id
    ), total as (
      select ancestor as category_id, sum(d.items)::int as items
      from direct d join category c on c.id = d.category_id cross join unnest(c.path_ids) as ancestor group by ancestor
    )`,
  joins: sql`left join direct on direct.category_id = c.id left join total on total.category_id = c.id`,
  direct: sql`coalesce(direct.items, 0)`,
  total: sql`coalesce(total.items, 0)`,
};

/** Item counts for a single category. */
export const countsOfOne = {
  before: sql``,
  joins: sql``,
  direct: sql`(select count(*)::int from item where category_id = c.id and not archived)`,
  total: sql`(select count(*)::int from item where not archived
    and category_id = any(array(select id from category where path_ids @> array[c.id])))`,
};

/** Selects categories with their paths from the root and their item counts. */
export async function selectCategories(
  db: Kysely<Tables>,
  rest: RawBuilder<unknown>,
  counts = countsOfAll,
): Promise<readonly Category[]> {
  const { rows } = await sql<CategoryRow>`
    ${counts.before}
    select c.id, c.name, c.parent_id, c.description, c.position, p.path, c.created_at, c.updated_at, c.version,
      ${counts.direct} as item_count, ${counts.total} as total_item_count
    from category c
    cross join lateral (
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by s.step) as path,
        array_agg(a.search_text order by s.step) as path_key
      from unnest(c.path_ids) with ordinality as s (id, step) join category a on a.id = s.id
    ) p ${counts.joins}
    ${rest}`.execute(db);
  return rows.map(toCategory);
}

const sortColumns: Readonly<Record<CategorySortField, RawBuilder<unknown>>> = {
  path: sql`p.path_key`,
  name: sql`c.search_text`,
  position: sql`c.position`,
  id: sql`c.id`,
};

/** The `order by` list; depth-first by path without sort keys. */
export function categoryOrder(sort: readonly SortKey<CategorySortField>[]): RawBuilder<unknown> {
  const keys = sort.length > 0 ? sort : [{ field: 'path' as const, descending: false }];
  return sql.join(
    keys.map(({ field, descending }) => sql`${sortColumns[field]} ${sql.raw(descending ? 'desc' : 'asc')}`),
  );
}

/** The predicate of a filter on category `c`. */
export function categoryCondition({
  parentId,
  q,
}: {
  readonly parentId?: number | null;
  readonly q?: string;
}): RawBuilder<unknown> {
  const conditions = [
    ...(parentId === undefined ? [] : [parentId === null ? sql`c.parent_id is null` : sql`c.parent_id = ${parentId}`]),
    ...(q === undefined ? [] : [sql`c.search_text like ${pattern(q)}`]),
  ];
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

const toCategory = (row: CategoryRow): Category => ({
  id: row.id,
  name: row.name,
  parentId: row.parent_id,
  description: row.description,
  position: row.position,
  path: row.path,
  itemCount: row.item_count,
  totalItemCount: row.total_item_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
});
