import { type RawBuilder, sql } from 'kysely';

/**
 * Names the state of the data that a statement sees: statements that give the same name see the same rows, whichever
 * connection they came by. It is null where nothing is sure to be a name: on a copy, which does not say who is under way.
 *
 * A snapshot says which transactions had ended: what is below its end and not in its list. A transaction that ends later
 * is in the list or beyond the end, so its commit changes the text for ever. Numbers of transactions may only come again
 * after a crash, for those that never reached the disk: then the server has begun anew, or its last checkpoint is another.
 */
export const moment: RawBuilder<string | null> = sql<
  string | null
>`case when not pg_is_in_recovery() then concat_ws(' ',
  extract(epoch from pg_postmaster_start_time()), (select checkpoint_lsn from pg_control_checkpoint()), pg_current_snapshot()) end`;
