import { offsetOf, type Page, type PageRequest } from '@backroom/core';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { pattern } from '../search.ts';

/** How records of one kind are queried. The SQL fragments are trusted constants and use the alias `r`. */
export interface RecordTable<Row, T> {
  readonly table: string;
  readonly columns: string;
  /** Predicate of the rows of this kind; undefined when all rows are. */
  readonly only?: string;
  readonly created: string;
  readonly modified: string;
  /** Table and predicate that count all rows cheaper than `table`. */
  readonly counted?: string;
  toRecord(row: Row): T;
}

/** Filters and order of every list of records. */
export interface RecordListFilter {
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
  readonly search?: string;
  readonly after?: Date;
  readonly before?: Date;
  readonly modifiedAfter?: Date;
  readonly orderBy: 'id' | 'date' | 'modified';
  readonly order: 'asc' | 'desc';
}

/** Filters of records, with further predicates on `r`. */
interface RecordMatch {
  readonly filter: Omit<RecordListFilter, 'orderBy' | 'order'>;
  readonly where?: readonly RawBuilder<unknown>[];
}

/** A page of a list. */
export interface RecordListRequest extends RecordMatch {
  readonly filter: RecordListFilter;
  readonly page: PageRequest;
}

/** Records that match a predicate on `r`, by id. */
export async function selectRecords<Row, T>(
  db: Kysely<Tables>,
  kind: RecordTable<Row, T>,
  where: RawBuilder<unknown>,
): Promise<readonly T[]> {
  const { rows } = await sql<Row>`
    select ${sql.raw(kind.columns)} from ${sql.raw(kind.table)} r
    where ${sql.join([...kindOf(kind), where], sql` and `)} order by r.id`.execute(db);
  return rows.map(kind.toRecord);
}

/**
 * Records with these ids, by id. The lateral join forces index look-ups: otherwise a cached plan from an empty table would scan
 * the whole table once it is large.
 */
export async function selectByIds<Row, T>(
  db: Kysely<Tables>,
  kind: RecordTable<Row, T>,
  ids: readonly number[] | RawBuilder<unknown>,
): Promise<readonly T[]> {
  if (Array.isArray(ids) && ids.length === 0) return [];
  const requested = Array.isArray(ids) ? sql`select distinct unnest(${ids}::int[])` : ids;
  const { rows } = await sql<Row>`
    select ${sql.raw(kind.columns)} from (${requested}) as requested (id) cross join lateral (
      select * from ${sql.raw(kind.table)} r where ${sql.join([...kindOf(kind), sql`r.id = requested.id`], sql` and `)} offset 0
    ) r order by r.id`.execute(db);
  return rows.map(kind.toRecord);
}

/** A walk over the records in ascending order of id. */
interface RecordWalk {
  readonly afterId: number;
  readonly most: number;
  readonly where?: readonly RawBuilder<unknown>[];
}

/** The next records after an id (keyset pagination), so that every batch costs the same. */
export async function selectAfter<Row, T>(
  db: Kysely<Tables>,
  kind: RecordTable<Row, T>,
  { afterId, most, where = [] }: RecordWalk,
): Promise<readonly T[]> {
  const { rows } = await sql<Row>`
    select ${sql.raw(kind.columns)} from ${sql.raw(kind.table)} r
    where ${sql.join([...kindOf(kind), sql`r.id > ${afterId}`, ...where], sql` and `)} order by r.id limit ${sql.lit(most)}`.execute(
    db,
  );
  return rows.map(kind.toRecord);
}

/**
 * One page of a list. A subquery selects its ids from an index before the wide rows are joined. The total is counted only when
 * the page does not determine it. The limit is a literal, because the query plan depends on it. A text within others is
 * looked for in all rows once, for the ids and the total: in the index that has the search text, or else in the table.
 */
export async function listRecords<Row, T>(
  db: Kysely<Tables>,
  kind: RecordTable<Row, T>,
  request: RecordListRequest,
): Promise<Page<T>> {
  const { filter, page } = request;
  const conditions = conditionsOf(kind, request);
  const matching = filter.search === undefined ? sql`null::int` : sql`(count(*) over ())::int`;
  const { rows } = await sql<Row & { readonly matching: number | null }>`
    select ${sql.raw(kind.columns)}, cut.matching
    from (
      select r.id, ${matching} as matching from ${sql.raw(kind.table)} r ${whereAll(conditions)}
      order by ${orderOf(kind, filter)} limit ${sql.lit(page.perPage)} offset ${offsetOf(page)}
    ) cut join ${sql.raw(kind.table)} r on r.id = cut.id
    order by ${orderOf(kind, filter)}`.execute(db);
  const isLast = rows.length < page.perPage && (rows.length > 0 || page.page === 1);
  const known = isLast ? offsetOf(page) + rows.length : rows[0]?.matching;
  return { entries: rows.map(kind.toRecord), total: known ?? (await countRecords(db, kind, conditions)) };
}

async function countRecords<Row, T>(
  db: Kysely<Tables>,
  kind: RecordTable<Row, T>,
  conditions: readonly RawBuilder<unknown>[],
): Promise<number> {
  const counted =
    conditions.length === 0 && kind.counted !== undefined
      ? sql.raw(kind.counted)
      : sql`${sql.raw(kind.table)} r ${whereAll(conditions)}`;
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${counted}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Numbers of the matching records by the column `status`; without a filter its index alone is read. */
export async function countByStatus<Status extends string>(
  db: Kysely<Tables>,
  kind: Omit<RecordTable<never, unknown>, 'toRecord'>,
  match: RecordMatch,
): Promise<ReadonlyMap<Status, number>> {
  const { rows } = await sql<{ status: Status; total: number }>`
    select r.status, count(*)::int as total from ${sql.raw(kind.table)} r ${whereAll(conditionsOf(kind, match))}
    group by r.status`.execute(db);
  return new Map(rows.map(({ status, total }) => [status, total]));
}

const kindOf = ({ only }: Pick<RecordTable<never, unknown>, 'only'>): readonly RawBuilder<unknown>[] =>
  only === undefined ? [] : [sql.raw(only)];

const whereAll = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;

/** The `order by` list; ties are ordered by id in the same direction, which is the order of the indexes. */
function orderOf<Row, T>(kind: RecordTable<Row, T>, { orderBy, order }: RecordListFilter): RawBuilder<unknown> {
  const direction = order === 'desc' ? 'desc' : 'asc';
  if (orderBy === 'id') return sql.raw(`r.id ${direction}`);
  return sql.raw(`r.${orderBy === 'date' ? kind.created : kind.modified} ${direction}, r.id ${direction}`);
}

/** Predicates of kind and filters, shared by counting and reading. */
function conditionsOf(
  kind: Omit<RecordTable<never, unknown>, 'toRecord'>,
  { filter, where = [] }: RecordMatch,
): readonly RawBuilder<unknown>[] {
  const { include, exclude, search, after, before, modifiedAfter } = filter;
  const created = sql.raw(`r.${kind.created}`);
  return [
    ...kindOf(kind),
    ...where,
    ...(include === undefined ? [] : [sql`r.id = any(${include}::int[])`]),
    ...(exclude === undefined || exclude.length === 0 ? [] : [sql`r.id <> all(${exclude}::int[])`]),
    ...(search === undefined ? [] : [sql`r.search_text like ${pattern(search)}`]),
    ...(after === undefined ? [] : [sql`${created} >= ${after}`]),
    ...(before === undefined ? [] : [sql`${created} <= ${before}`]),
    ...(modifiedAfter === undefined ? [] : [sql`${sql.raw(`r.${kind.modified}`)} >= ${modifiedAfter}`]),
  ];
}
