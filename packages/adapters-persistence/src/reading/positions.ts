import { sql } from 'kysely';
import type { ReadingPool } from './reading-pool.ts';

/** How far the log of a server was at a moment, and whose log it is. */
export interface Position {
  /** The moment before it was asked. */
  readonly at: number;
  readonly position: bigint;
  /** The servers that are copies of each other have one name, and so have the databases on them. */
  readonly origin: string;
}

/** What a server says of itself that may be a copy. */
export interface Replayed {
  /** Undefined for a server that is no copy. */
  readonly position: bigint | undefined;
  readonly origin: string;
}

const origin = sql`(select system_identifier from pg_control_system()) || ' ' || current_database()`;

/** Where everything stands that was committed: what is on disk, unless the server does not wait for the disk. */
const committed = sql`case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end`;

/** Asks the server up to where its log has everything that was committed. */
export async function positionOf(pool: ReadingPool, at: number): Promise<Position> {
  const { rows } = await sql<{ position: string; origin: string }>`
    select pg_wal_lsn_diff(${committed}, '0/0')::text as position, ${origin} as origin`.execute(pool.kysely());
  const [row] = rows;
  if (!row) throw new RangeError('A server told nothing of its log.');
  return { at, position: BigInt(row.position), origin: row.origin };
}

/** Asks a copy how much of that it has. */
export async function replayedBy(pool: ReadingPool): Promise<Replayed> {
  const { rows } = await sql<{ position: string | null; origin: string }>`
    select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text end as position,
      ${origin} as origin`.execute(pool.kysely());
  const [row] = rows;
  if (!row) throw new RangeError('A server told nothing of its log.');
  return { position: row.position === null ? undefined : BigInt(row.position), origin: row.origin };
}
