import { type RawBuilder, sql } from 'kysely';

/**
 * Identifies the snapshot of a statement: statements with equal ids see the same rows, on any connection. Null on a replica,
 * whose snapshots do not list the transactions in progress.
 *
 * A snapshot defines which transactions have ended: those below `xmax` that are not listed as in progress. A transaction that
 * ends later is in the list or at least `xmax`, so its commit changes the text permanently. Transaction ids can recur only
 * after a crash, for transactions that were never flushed; the start time of the server or its last checkpoint then differs.
 */
export const snapshotId: RawBuilder<string | null> = sql<
  string | null
>`case when not pg_is_in_recovery() then concat_ws(' ',
  extract(epoch from pg_postmaster_start_time()), (select checkpoint_lsn from pg_control_checkpoint()), pg_current_snapshot()) end`;
