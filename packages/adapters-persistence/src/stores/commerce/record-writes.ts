import { type Kysely, sql } from 'kysely';
import { CollidedWork } from '../../database-errors.ts';
import type { Tables } from '../../tables.ts';

/** How records of one kind are kept: the table, whose ids are drawn from a sequence, and its columns with their types. */
export interface RecordSet {
  readonly table: string;
  /** All but `id`, `created_at` and `modified_at`, which every kind has. */
  readonly columns: Readonly<Record<string, string>>;
}

/** A record by its columns; without a moment of creation it keeps the one it has, or was made now. */
export interface KeptRecord {
  readonly id: number;
  readonly created_at: Date | null;
  readonly [column: string]: unknown;
}

/** The name of the sequence from which a table has its ids. */
const sequenceOf = (table: string) => sql.lit(`${table}_id_seq`);

/** Draws ids that no record has, and none will that comes with an id of its own. */
export async function drawIds(db: Kysely<Tables>, table: string, count: number): Promise<readonly number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select draw_record_ids(${sequenceOf(table)}, ${count}) as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The call that keeps the sequence of a table above the ids of the records in `given`. */
export const raisedAbove = (table: string, ids = sql.raw('select max(id) from given')) =>
  sql`raised as materialized (select raise_record_ids(${sequenceOf(table)}, (${ids})))`;

/** The last of each id: what comes later in a batch replaces what came before. */
export const lastOfEach = <T extends { readonly id: number }>(records: readonly T[]): readonly T[] => [
  ...new Map(records.map((record) => [record.id, record])).values(),
];

const comparable = (row: string, [name, type]: readonly [string, string]) =>
  type === 'json' ? `${row}.${name}::text` : `${row}.${name}`;

/**
 * Keeps records in place of what was there, in one statement; what is as it was is left alone.
 * @throws CollidedWork when somebody else stored one of them while this statement waited
 */
export async function keepRecords(
  db: Kysely<Tables>,
  { table, columns }: RecordSet,
  { records, now }: { readonly records: readonly KeptRecord[]; readonly now: Date },
): Promise<void> {
  if (records.length === 0) return;
  const names = Object.keys(columns);
  const typed = Object.entries(columns);
  const all = [...typed, ['created_at', 'timestamptz'] as const];
  const list = (make: (name: string) => string) => sql.raw(names.map(make).join(', '));
  const compared = (row: string) => sql.raw(all.map((column) => comparable(row, column)).join(', '));
  const { rows } = await sql<{ strangers: number }>`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(lastOfEach(records))}::json)
        as g (id int, ${sql.raw(all.map(([name, type]) => `${name} ${type}`).join(', '))})
    ), ${raisedAbove(table)}, known as materialized (
      select t.id, t.created_at from given cross join lateral (
        select id, created_at from ${sql.raw(table)} where id = given.id offset 0
      ) t
    ), kept as (
      insert into ${sql.raw(table)} as t (id, ${list((name) => name)}, created_at, modified_at)
      select g.id, ${list((name) => `g.${name}`)}, coalesce(g.created_at, k.created_at, ${now}::timestamptz), ${now}::timestamptz
      from given g left join known k on k.id = g.id cross join raised
      order by g.id
      on conflict (id) do update set ${list((name) => `${name} = excluded.${name}`)}, created_at = excluded.created_at,
        modified_at = excluded.modified_at
      where t.id in (select id from known) and (${compared('t')}) is distinct from (${compared('excluded')})
      returning t.id
    )
    select ((select count(*) from given) - (select count(*) from known)
      - (select count(*) from kept where id not in (select id from known)))::int as strangers`.execute(db);
  if (rows[0]?.strangers !== 0) throw new CollidedWork(`Somebody else stored records of ${table} at the same time.`);
}

/** Forgets the rows with these ids. */
export async function removeRows(db: Kysely<Tables>, table: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from ${sql.raw(table)} where id = any(${ids}::int[])`.execute(db);
}
