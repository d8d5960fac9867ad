import { sql } from 'kysely';
import type { ReadOnlyPool } from './read-only-pool.ts';
import type { RecentWrites } from './recent-writes.ts';

/** Notification channel for writes of accounts, shared by all processes of a database. */
export const WRITE_CHANNEL = 'backroom_written';
/** Maximum number of ids in one notification, whose payload is limited to 8,000 bytes. */
const BATCH_SIZE = 500;

/** Notifies the other processes of a database of accounts that have just written, in batches. */
export class WriteNotifier {
  readonly #pool: ReadOnlyPool;
  readonly #pending = new Set<number>();
  #sending: Promise<void> | undefined;

  constructor(pool: ReadOnlyPool, recentWrites: RecentWrites) {
    this.#pool = pool;
    recentWrites.onLocalWrite((account) => this.#enqueue(account));
  }

  /** Resolves when all pending notifications were sent or have failed. */
  async settled(): Promise<void> {
    await this.#sending;
  }

  #enqueue(account: number): void {
    this.#pending.add(account);
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
    });
  }

  async #send(): Promise<void> {
    while (this.#pending.size > 0) {
      const accounts = [...this.#pending].slice(0, BATCH_SIZE);
      for (const each of accounts) this.#pending.delete(each);
      // Best effort: without it a process may serve the account data that is older, within the maximum replica lag.
      await sql`select pg_notify(${WRITE_CHANNEL}, ${accounts.join()})`.execute(this.#pool.kysely()).catch(() => {});
    }
  }
}

/** Records the accounts of a notification; anything but integers is ignored. */
export function receiveNotice(recentWrites: RecentWrites, payload: string): void {
  for (const account of payload.split(',').map(Number))
    if (Number.isSafeInteger(account)) recentWrites.noteRemote(account);
}
