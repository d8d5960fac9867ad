import { sql } from 'kysely';
import type { ReadOnlyPool } from './read-only-pool.ts';

/** WAL position of the primary at some time. */
export interface WalPosition {
  /** Time just before the query (monotonic clock, ms). */
  readonly at: number;
  /** Bytes since the start of the WAL. */
  readonly position: bigint;
  /** System identifier and database name: equal for a primary and its replicas. */
  readonly origin: string;
  /** Incremented by each promotion; positions are comparable within one timeline only. */
  readonly timeline: number;
}

/** Replay state of a server that is configured as a replica. */
export interface ReplayState {
  /** The last replayed position; undefined for a server that is not in recovery. */
  readonly position: bigint | undefined;
  readonly origin: string;
  /** The timeline that it follows; 0 if unknown. */
  readonly timeline: number;
}

const origin = sql`(select system_identifier from pg_control_system()) || ' ' || current_database()`;

/** The position that covers all commits: the flushed one, or the inserted one if commits do not wait for the flush. */
const committed = sql`case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end`;

/** The current timeline: the first eight hexadecimal digits of the name of the current WAL file. */
const written = sql`('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint::int`;

/**
 * The followed timeline. That of the WAL receiver is current, but hidden from roles without `pg_read_all_stats` and absent
 * without a receiver; that of the control file is readable by every role, but updated only by the next restart point.
 */
const followed = sql`coalesce((select received_tli from pg_stat_wal_receiver),
  (select min_recovery_end_timeline from pg_control_recovery()), 0)`;

/**
 * Reads the WAL position of the primary that covers all commits so far.
 * @throws RangeError without a row
 */
export async function walPositionOf(pool: ReadOnlyPool, at: number): Promise<WalPosition> {
  const { rows } = await sql<{ position: string; origin: string; timeline: number }>`
    select pg_wal_lsn_diff(${committed}, '0/0')::text as position, ${origin} as origin, ${written} as timeline`.execute(
    pool.kysely(),
  );
  const [row] = rows;
  if (!row) throw new RangeError('The server returned no WAL position.');
  return { ...row, at, position: BigInt(row.position) };
}

/**
 * Reads the replay state of a replica.
 * @throws RangeError without a row
 */
export async function replayStateOf(pool: ReadOnlyPool): Promise<ReplayState> {
  const { rows } = await sql<{ position: string | null; origin: string; timeline: number }>`
    select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text end as position,
      ${origin} as origin, ${followed} as timeline`.execute(pool.kysely());
  const [row] = rows;
  if (!row) throw new RangeError('The server returned no WAL position.');
  return { ...row, position: row.position === null ? undefined : BigInt(row.position) };
}
