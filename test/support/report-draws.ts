import { sql } from 'kysely';
import type { Database } from './persistence.ts';

/** A source of numbers that are the same for the same seed: at least 0, below 1. */
export function drawing(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of a list. */
export const oneOf = <T>(draw: () => number, list: readonly T[]): T => list[Math.floor(draw() * list.length)] as T;
/** A whole number from 0 to the most. */
export const upTo = (draw: () => number, most: number): number => Math.floor(draw() * (most + 1));

/** Moments around midnight, New Year and changes of the clock, to the second. */
export const moment = (draw: () => number): string => {
  const day = oneOf(draw, [
    '2024-12-30',
    '2024-12-31',
    '2025-01-01',
    '2025-01-05',
    '2025-02-11',
    '2025-03-30',
    '2025-04-01',
    '2025-08-03',
    '2026-02-28',
  ]);
  return `${day} ${oneOf(draw, ['00:00:00', '02:30:00', '11:59:59', '23:30:00', '23:59:59'])}`;
};

/** Puts a row into a table. */
export async function insert(
  db: ReturnType<Database['kysely']>,
  table: string,
  row: Record<string, unknown>,
): Promise<void> {
  const entries = Object.entries(row).map(
    ([name, value]) => [name, value !== null && typeof value === 'object' ? JSON.stringify(value) : value] as const,
  );
  await sql`insert into ${sql.table(table)} (${sql.join(entries.map(([name]) => sql.id(name)))})
    values (${sql.join(entries.map(([, value]) => value))})`.execute(db);
}

/** Puts rows with the same columns into a table, at once. */
export async function insertAll(
  db: ReturnType<Database['kysely']>,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const names = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.id(name)));
  if (rows.length === 0) return;
  await sql`insert into ${sql.table(table)} (${names})
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  );
}
