import { type Kysely, sql } from 'kysely';
import { CollidedWork } from '../../database-errors.ts';
import type { Tables } from '../../tables.ts';

/** Target of an upsert: a table whose ids come from a sequence, and its columns with their SQL types. */
export interface UpsertTarget {
  readonly table: string;
  /** All but `id`, `created_at` and `modified_at`, which every target has. */
  readonly columns: Readonly<Record<string, string>>;
}

/** A record by its columns; without `created_at` the stored value is kept, or the time of the write used. */
export interface UpsertRow {
  readonly id: number;
  readonly created_at: Date | null;
  readonly [column: string]: unknown;
}

const sequenceOf = (table: string) => sql.lit(`${table}_id_seq`);

/** Allocates ids from the sequence of a table; records imported with ids of their own never collide with them. */
export async function allocateIds(db: Kysely<Tables>, table: string, count: number): Promise<readonly number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select draw_record_ids(${sequenceOf(table)}, ${count}) as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** CTE `raised`, which advances the sequence of a table above the ids of the CTE `input`, or of the query in `ids`. */
export const raisedSequence = (table: string, ids = sql.raw('select max(id) from input')) =>
  sql`raised as materialized (select raise_record_ids(${sequenceOf(table)}, (${ids})))`;

/** Removes duplicate ids: the last record of each wins. */
export const lastById = <T extends { readonly id: number }>(records: readonly T[]): readonly T[] => [
  ...new Map(records.map((record) => [record.id, record])).values(),
];

const comparable = (row: string, [name, type]: readonly [string, string]) =>
  type === 'json' ? `${row}.${name}::text` : `${row}.${name}`;

/**
 * Upserts records in one statement; unchanged rows are not written.
 * @throws CollidedWork when one of them was inserted concurrently while this statement waited
 */
export async function upsertRecords(
  db: Kysely<Tables>,
  { table, columns }: UpsertTarget,
  { records, now }: { readonly records: readonly UpsertRow[]; readonly now: Date },
): Promise<void> {
  if (records.length === 0) return;
  const names = Object.keys(columns);
  const typed = Object.entries(columns);
  const all = [...typed, ['created_at', 'timestamptz'] as const];
  const list = (format: (name: string) => string) => sql.raw(names.map(format).join(', '));
  const compared = (row: string) => sql.raw(all.map((column) => comparable(row, column)).join(', '));
  const { rows } = await sql<{ conflicts: number }>`
    with input as materialized (
      select * from json_to_recordset(${JSON.stringify(lastById(records))}::json)
        as g (id int, ${sql.raw(all.map(([name, type]) => `${name} ${type}`).join(', '))})
    ), ${raisedSequence(table)}, existing as materialized (
      select t.id, t.created_at from input cross join lateral (
        select id, created_at from ${sql.raw(table)} where id = input.id offset 0
      ) t
    ), upserted as (
      insert into ${sql.raw(table)} as t (id, ${list((name) => name)}, created_at, modified_at)
      select g.id, ${list((name) => `g.${name}`)}, coalesce(g.created_at, e.created_at, ${now}::timestamptz), ${now}::timestamptz
      from input g left join existing e on e.id = g.id cross join raised
      order by g.id
      on conflict (id) do update set ${list((name) => `${name} = excluded.${name}`)}, created_at = excluded.created_at,
        modified_at = excluded.modified_at
      where t.id in (select id from existing) and (${compared('t')}) is distinct from (${compared('excluded')})
      returning t.id
    )
    select ((select count(*) from input) - (select count(*) from existing)
      - (select count(*) from upserted where id not in (select id from existing)))::int as conflicts`.execute(db);
  if (rows[0]?.conflicts !== 0) throw new CollidedWork(`Records of ${table} were stored concurrently.`);
}

export async function deleteRows(db: Kysely<Tables>, table: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from ${sql.raw(table)} where id = any(${ids}::int[])`.execute(db);
}
