import { offsetOf, type SortKey } from '@backroom/core';
import type { OperationFilter, OperationPageRequest, OperationSortField } from '@backroom/core/inventory';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { pattern } from '../search.ts';
import { skuKey } from './item-rows.ts';
import { codeKey } from './mikro-location-store.ts';
import { type OperationRecord, operationColumns } from './operation-rows.ts';

/** Filter, order and page of a list of ledger entries. */
export interface OperationSelection {
  readonly filter: OperationFilter;
  readonly sort: readonly SortKey<OperationSortField>[];
  readonly page: OperationPageRequest;
  /** Number of all entries that match the filter; read for pages but the first. */
  readonly total: number;
}

/** Counts the matching entries; without filters other than the item, from the counters in `item_stock`. */
function countOf(filter: OperationFilter): RawBuilder<unknown> {
  const { itemId, ...others } = filter;
  const hasCounter = Object.values(others).every((value) => value === undefined);
  if (!hasCounter) return sql`select count(*)::int from operation o where ${conditionOf(filter)}`;
  const counters = itemId === undefined ? sql`` : sql`where item_id = ${itemId}`;
  return sql`select coalesce(sum(operation_count), 0)::int from item_stock ${counters}`;
}

/** Selects one page and counts, in one statement where the page begins at an end or at an entry. */
export async function listOperations(
  db: Kysely<Tables>,
  selection: Omit<OperationSelection, 'total'>,
): Promise<{ readonly rows: readonly OperationRecord[]; readonly total: number }> {
  const { filter, page } = selection;
  const count = async () =>
    (await sql<{ total: number }>`select (${countOf(filter)}) as total`.execute(db)).rows[0]?.total ?? 0;
  const isKeyset = page.beforeId !== undefined || page.afterId !== undefined;
  if (!isKeyset && page.page > 1) {
    const total = await count();
    return { rows: await selectOperations(db, { ...selection, total }), total };
  }
  const rows = await selectOperations(db, { ...selection, total: 0 }, sql`, (${countOf(filter)}) as total`);
  const [first] = rows as readonly (OperationRecord & { readonly total: number })[];
  return { rows, total: first?.total ?? (isKeyset ? await count() : 0) };
}

/**
 * Selects one page. A subquery selects its ids from an index first, scanning from the nearer end, so that deep pages stay
 * cheap. The limit is a literal, because the query plan depends on it.
 */
export async function selectOperations(
  db: Kysely<Tables>,
  { filter, sort, page, total }: OperationSelection,
  counted: RawBuilder<unknown> = sql``,
): Promise<readonly OperationRecord[]> {
  const { beforeId, afterId } = page;
  const isKeyset = beforeId !== undefined || afterId !== undefined;
  const offset = isKeyset ? 0 : offsetOf(page);
  const fromEnd = !isKeyset && offset > total / 2;
  const limit = fromEnd ? Math.max(0, Math.min(page.perPage, total - offset)) : page.perPage;
  const start = fromEnd ? Math.max(0, total - offset - limit) : offset;
  const conditions = [
    conditionOf(filter),
    ...(beforeId === undefined ? [] : [sql`o.id < ${beforeId}`]),
    ...(afterId === undefined ? [] : [sql`o.id > ${afterId}`]),
  ];
  const { rows } = await sql<OperationRecord>`
    select ${operationColumns} ${counted}
    from (
      select o.id from operation o where ${sql.join(conditions, sql` and `)}
      order by ${orderOf(sort, fromEnd)} limit ${sql.lit(limit)} offset ${start}
    ) cut
    join operation o on o.id = cut.id left join operation r on r.reverses_id = o.id
    order by ${orderOf(sort, false)}`.execute(db);
  return rows;
}

const columns: Readonly<Record<OperationSortField, RawBuilder<unknown>>> = {
  id: sql`o.id`,
  occurred_at: sql`o.occurred_at`,
};

/** The `order by` list, optionally reversed; ties are ordered by id in the direction of the last key. */
function orderOf(sort: readonly SortKey<OperationSortField>[], reversed: boolean): RawBuilder<unknown> {
  const last = sort.at(-1)?.descending ?? true;
  const keys = sort.some(({ field }) => field === 'id') ? sort : [...sort, { field: 'id' as const, descending: last }];
  return sql.join(
    keys.map(({ field, descending }) => sql`${columns[field]} ${descending !== reversed ? sql`desc` : sql`asc`}`),
  );
}

const locationOf = (code: string) => sql`select id from location where code_key = ${codeKey(code)}`;

type OperationPredicate<Value> = (value: Value) => RawBuilder<unknown>;

/** Predicate of each filter, shared by counting and reading. */
const predicates: { readonly [K in keyof OperationFilter]-?: OperationPredicate<NonNullable<OperationFilter[K]>> } = {
  itemId: (id) => sql`o.item_id = ${id}`,
  sku: (sku) => sql`o.item_id = (select id from item where sku_key = ${skuKey(sku)})`,
  categoryId: (id) => sql`o.item_id in (
    select i.id from item i join category c on c.id = i.category_id where c.path_ids @> array[${id}::int])`,
  location: (code) => sql`(o.location_id = (${locationOf(code)}) or o.to_location_id = (${locationOf(code)}))`,
  type: (types) => sql`o.type = any(${types}::text[])`,
  userId: (id) => sql`o.user_id = ${id}`,
  referenceType: (type) => sql`o.ref_type = ${type}`,
  referenceId: (id) => sql`o.ref_id = ${id}`,
  groupId: (id) => sql`o.group_id = ${id}::uuid`,
  source: (source) => sql`o.source = ${source}`,
  occurredFrom: (moment) => sql`o.occurred_at >= ${moment}`,
  occurredTo: (moment) => sql`o.occurred_at < ${moment}`,
  recordedFrom: (moment) => sql`o.recorded_at >= ${moment}`,
  recordedTo: (moment) => sql`o.recorded_at < ${moment}`,
  // Two forms that the planner can turn into joins; a comparison with a boolean would run a subquery for each entry.
  reversed: (reversed) =>
    reversed
      ? sql`o.id in (select r.reverses_id from operation r where r.reverses_id is not null)`
      : sql`not exists (select from operation r where r.reverses_id = o.id)`,
  q: (text) => sql`o.search_text like ${pattern(text)}`,
};

function conditionOf(filter: OperationFilter): RawBuilder<unknown> {
  const conditions = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [(predicates[name as keyof OperationFilter] as OperationPredicate<unknown>)(value)],
  );
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}
