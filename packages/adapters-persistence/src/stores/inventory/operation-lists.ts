import {
  type OperationFilter,
  type OperationPageRequest,
  type OperationSortField,
  offsetOf,
  type SortKey,
} from '@backroom/core';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { pattern } from '../search.ts';
import { skuKey } from './item-rows.ts';
import { codeKey } from './mikro-location-store.ts';
import { type OperationRecord, operationColumns } from './operation-rows.ts';

/** One part of the ledger, and how long the whole list is. */
export interface Selection {
  readonly filter: OperationFilter;
  readonly sort: readonly SortKey<OperationSortField>[];
  readonly page: OperationPageRequest;
  readonly total: number;
}

/** Counts entries: from the counters that items keep where that is the question, else one by one. */
export async function countOperations(db: Kysely<Tables>, filter: OperationFilter): Promise<number> {
  const { itemId, ...others } = filter;
  const isCounted = Object.values(others).every((value) => value === undefined);
  const counters = itemId === undefined ? sql`` : sql`where item_id = ${itemId}`;
  const statement = isCounted
    ? sql<{ total: number }>`select coalesce(sum(operation_count), 0)::int as total from item_stock ${counters}`
    : sql<{ total: number }>`select count(*)::int as total from operation o where ${conditionOf(filter)}`;
  return (await statement.execute(db)).rows[0]?.total ?? 0;
}

/**
 * Reads one part: its ids are cut from an index first, from whichever end is nearer, so that deep pages cost little. The
 * number of entries stands in the text, because the plan depends on it.
 */
export async function selectOperations(
  db: Kysely<Tables>,
  { filter, sort, page, total }: Selection,
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
    select ${operationColumns}
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

/** The wanted order, ties broken by id the same way round as the last key. */
function orderOf(sort: readonly SortKey<OperationSortField>[], reversed: boolean): RawBuilder<unknown> {
  const last = sort.at(-1)?.descending ?? true;
  const keys = sort.some(({ field }) => field === 'id') ? sort : [...sort, { field: 'id' as const, descending: last }];
  return sql.join(
    keys.map(({ field, descending }) => sql`${columns[field]} ${descending !== reversed ? sql`desc` : sql`asc`}`),
  );
}

const locationOf = (code: string) => sql`select id from location where code_key = ${codeKey(code)}`;

type Condition<Value> = (value: Value) => RawBuilder<unknown>;

/** What each filter means: the one list behind counting and reading. */
const conditions: { readonly [K in keyof OperationFilter]-?: Condition<NonNullable<OperationFilter[K]>> } = {
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
  // Two forms, of which the planner can make a join: as a value it would be asked for every entry.
  reversed: (reversed) =>
    reversed
      ? sql`o.id in (select r.reverses_id from operation r where r.reverses_id is not null)`
      : sql`not exists (select from operation r where r.reverses_id = o.id)`,
  q: (wanted) => sql`o.search_text like ${pattern(wanted)}`,
};

function conditionOf(filter: OperationFilter): RawBuilder<unknown> {
  const wanted = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [(conditions[name as keyof OperationFilter] as Condition<unknown>)(value)],
  );
  return wanted.length > 0 ? sql.join(wanted, sql` and `) : sql`true`;
}
