import { sql } from 'kysely';
import type { ReadingPool } from './read-only-pool.ts';

/** How far the log of a server was at a moment, and whose log it is. */
export interface Position {
  /** The moment before it was asked. */
  readonly at: number;
  readonly position: bigint;
  /** The servers that are copies of each other have one name, and so have the databases on them. */
  readonly origin: string;
  /** Each promotion begins another: what a log says is comparable within one timeline only. */
  readonly timeline: number;
}

/** What a server says of itself that may be a copy. */
export interface Replayed {
  /** Undefined for a server that is no copy. */
  readonly position: bigint | undefined;
  readonly origin: string;
  /** The timeline that it follows; 0 where the server does not say. */
  readonly timeline: number;
}

const origin = sql`(select system_identifier from pg_control_system()) || ' ' || current_database()`;

/** Where everything stands that was committed: what is on disk, unless the server does not wait for the disk. */
const committed = sql`case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end`;

/** The first eight digits of the name of a file of the log, in hexadecimal. */
const written = sql`('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint::int`;

/**
 * What the receiver says is current, but hidden from a role without `pg_read_all_stats`; without a receiver there is none. What
 * the control file says may be read by any role, but is brought up to date by the next restart point only.
 */
const followed = sql`coalesce((select received_tli from pg_stat_wal_receiver),
  (select min_recovery_end_timeline from pg_control_recovery()), 0)`;

/** Asks the server up to where its log has everything that was committed. */
export async function positionOf(pool: ReadingPool, at: number): Promise<Position> {
  const { rows } = await sql<{ position: string; origin: string; timeline: number }>`
    select pg_wal_lsn_diff(${committed}, '0/0')::text as position, ${origin} as origin, ${written} as timeline`.execute(
    pool.kysely(),
  );
  const [row] = rows;
  if (!row) throw new RangeError('A server told nothing of its log.');
  return { ...row, at, position: BigInt(row.position) };
}

/** Asks a copy how much of that it has. */
export async function replayedBy(pool: ReadingPool): Promise<Replayed> {
  const { rows } = await sql<{ position: string | null; origin: string; timeline: number }>`
    select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text end as position,
      ${origin} as origin, ${followed} as timeline`.execute(pool.kysely());
  const [row] = rows;
  if (!row) throw new RangeError('A server told nothing of its log.');
  return { ...row, position: row.position === null ? undefined : BigInt(row.position) };
}
