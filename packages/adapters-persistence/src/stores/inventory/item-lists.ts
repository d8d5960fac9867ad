import { offsetOf, type PageRequest, type SortKey } from '@backroom/core';
import type { ItemCountFilter, ItemFilter, ItemSortField, ItemStockStatus } from '@backroom/core/inventory';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { pattern } from '../search.ts';
import { type ItemRecord, itemColumns, itemsWithStock, skuKey } from './item-rows.ts';
import { codeKey } from './mikro-location-store.ts';

/** Filter, order and page of a list of items. */
export interface ItemSelection {
  readonly filter: ItemFilter;
  readonly sort: readonly SortKey<ItemSortField>[];
  readonly page: PageRequest;
}

/** A page of rows, and how many match in all. */
export interface CountedRows<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

const countOf = (filter: ItemFilter): RawBuilder<unknown> => {
  const from = filtersByStock(filter) ? itemsWithStock : sql.raw('item i');
  return sql`select count(*)::int from ${from} where ${conditionOf(filter)}`;
};

/**
 * Selects and counts in one statement. A subquery selects the ids of the page from an index before the wide rows are joined, so that
 * deep pages stay cheap. The limit is a literal, because the query plan depends on it.
 */
export async function selectItems(
  db: Kysely<Tables>,
  { filter, sort, page }: ItemSelection,
): Promise<CountedRows<ItemRecord>> {
  const { rows } = await sql<ItemRecord & { readonly total: number }>`
    select ${itemColumns}, (${countOf(filter)}) as total
    from (${idsOf(filter, sort)} limit ${sql.lit(page.perPage)} offset ${offsetOf(page)}) cut
    join item i on i.id = cut.id join item_stock s on s.item_id = i.id
    order by ${orderOf(sort)}`.execute(db);
  const [first] = rows;
  if (first || page.page === 1) return { rows, total: first?.total ?? 0 };
  // Behind the last page.
  const counted = await sql<{ total: number }>`select (${countOf(filter)}) as total`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Numbers of the matching items by stock status; from `item_stock` alone where the filter needs no other table. */
export async function countItemsByStatus(
  db: Kysely<Tables>,
  filter: ItemCountFilter,
): Promise<ReadonlyMap<ItemStockStatus, number>> {
  const { archived, includeDescendants: _, ...others } = filter;
  const needsItem = Object.values(others).some((value) => value !== undefined);
  const from = needsItem
    ? sql`${itemsWithStock} where ${conditionOf(filter)}`
    : sql`item_stock s ${stockWhere(archived)}`;
  const { rows } = await sql<{ status: ItemStockStatus; total: number }>`
    select case when s.quantity < 0 then 'negative' when s.quantity = 0 then 'out_of_stock'
        when s.quantity <= s.reorder_level then 'low' else 'in_stock' end as status, count(*)::int as total
    from ${from} group by 1`.execute(db);
  return new Map(rows.map(({ status, total }) => [status, total]));
}

const stockWhere = (archived: ItemFilter['archived']): RawBuilder<unknown> =>
  typeof archived === 'boolean' ? sql`where s.archived = ${archived}` : sql``;

/** Ordered ids of the matching items, from as few tables as filter and order need. */
function idsOf(filter: ItemFilter, sort: readonly SortKey<ItemSortField>[]): RawBuilder<unknown> {
  const { archived, includeDescendants: _, ...others } = filter;
  const needsStock = filtersByStock(filter) || sort.some(({ field }) => field === 'quantity');
  const needsItem =
    Object.values(others).some((value) => value !== undefined) || sort.some(({ field }) => !isOfStock(field));
  if (needsItem || !needsStock) {
    const from = needsStock ? itemsWithStock : sql.raw('item i');
    return sql`select i.id from ${from} where ${conditionOf(filter)} order by ${orderOf(sort)}`;
  }
  return sql`select s.item_id as id from item_stock s ${stockWhere(archived)} order by ${orderOf(sort, sql.raw('s.item_id'))}`;
}

const isOfStock = (field: ItemSortField): boolean => field === 'quantity' || field === 'id';

const filtersByStock = ({ stockStatus, lowStock }: ItemFilter): boolean =>
  stockStatus !== undefined || lowStock !== undefined;

const columns: Readonly<Record<ItemSortField, RawBuilder<unknown>>> = {
  id: sql.raw('i.id'),
  sku: sql.raw('i.sku_key'),
  name: sql.raw('i.name_key'),
  quantity: sql.raw('s.quantity'),
  updated_at: sql.raw('i.updated_at'),
  created_at: sql.raw('i.created_at'),
};

/** The `order by` list; ties are ordered by id in the direction of the last key, which is the order of the indexes. */
function orderOf(sort: readonly SortKey<ItemSortField>[], id = columns.id): RawBuilder<unknown> {
  const last = sort.at(-1)?.descending ?? false;
  const keys = sort.some(({ field }) => field === 'id') ? sort : [...sort, { field: 'id' as const, descending: last }];
  return sql.join(
    keys.map(
      ({ field, descending }) => sql`${field === 'id' ? id : columns[field]} ${sql.raw(descending ? 'desc' : 'asc')}`,
    ),
  );
}

type ItemPredicate<Value> = (value: Value, filter: ItemFilter) => RawBuilder<unknown>;
type ItemPredicates = {
  readonly [K in keyof Omit<ItemFilter, 'includeDescendants'>]-?: ItemPredicate<Exclude<ItemFilter[K], undefined>>;
};

const belowReorderLevel = sql.raw('(i.reorder_level is not null and s.quantity <= i.reorder_level)');

const statuses = {
  negative: sql.raw('s.quantity < 0'),
  out_of_stock: sql.raw('s.quantity = 0'),
  low: sql.raw('(s.quantity > 0 and s.quantity <= i.reorder_level)'),
  in_stock: sql.raw('(s.quantity > 0 and (i.reorder_level is null or s.quantity > i.reorder_level))'),
};

/** Predicate of each filter, shared by counting and reading. */
const predicates: ItemPredicates = {
  q: (text) => sql`i.search_text like ${pattern(text)}`,
  sku: (sku) => sql`i.sku_key = ${skuKey(sku)}`,
  barcode: (barcode) => sql`i.barcode = ${barcode}`,
  categoryId: (id, { includeDescendants = true }) => {
    if (id === null) return sql`i.category_id is null`;
    return includeDescendants
      ? sql`i.category_id = any(array(select id from category where path_ids @> array[${id}::int]))`
      : sql`i.category_id = ${id}`;
  },
  location: (code) => sql`exists (select from stock_level v join location l on l.id = v.location_id
    where v.item_id = i.id and v.quantity <> 0 and l.code_key = ${codeKey(code)})`,
  stockStatus: (status) => statuses[status],
  lowStock: (isLow) => (isLow ? belowReorderLevel : sql`not ${belowReorderLevel}`),
  archived: (archived) => (archived === 'any' ? sql`true` : sql`i.archived = ${archived}`),
  updatedSince: (moment) => sql`i.updated_at >= ${moment}`,
  ids: (ids) => sql`i.id = any(${ids}::int[])`,
  attributes: (attributes) =>
    sql.join(
      [
        sql`true`,
        ...Object.entries(attributes).map(([key, value]) => sql`i.attributes ->> ${key}::text = ${String(value)}`),
      ],
      sql` and `,
    ),
};

/** The predicate of a filter on item `i` with its stock `s`. */
export function conditionOf(filter: ItemFilter): RawBuilder<unknown> {
  const conditions = Object.entries(predicates).flatMap(([name, predicate]) => {
    const value = filter[name as keyof typeof predicates];
    return value === undefined ? [] : [(predicate as ItemPredicate<unknown>)(value, filter)];
  });
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}
