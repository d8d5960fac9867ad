import { sql } from 'kysely';
import { PacedNotices } from '../changes/paced-notices.ts';
import type { ReadOnlyPool } from './read-only-pool.ts';
import type { RecentWrites } from './recent-writes.ts';

/** Notification channel for writes of accounts, shared by all processes of a database. */
export const WRITE_CHANNEL = 'backroom_written';
/** Maximum number of ids in one notification, whose payload is limited to 8,000 bytes. */
const most = 500;

/**
 * Notifies the other processes of a database of accounts that have just written, in batches. Best effort: without a notice a process
 * may serve the account data that is older, within the maximum replica lag.
 */
export function notifyOfWrites(pool: ReadOnlyPool, recentWrites: RecentWrites): PacedNotices<number> {
  const send = async (accounts: readonly number[]): Promise<void> => {
    await sql`select pg_notify(${WRITE_CHANNEL}, ${accounts.join()})`.execute(pool.kysely());
  };
  const notices = new PacedNotices<number>({ everyMillis: 0, most, send });
  recentWrites.onLocalWrite((account) => notices.add([account]));
  return notices;
}

/** Records the accounts of a notification; anything but integers is ignored. */
export function receiveNotice(recentWrites: RecentWrites, payload: string): void {
  for (const account of payload.split(',').map(Number))
    if (Number.isSafeInteger(account)) recentWrites.noteRemote(account);
}
