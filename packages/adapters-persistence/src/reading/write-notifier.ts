import { sql } from 'kysely';
import type { ReadingPool } from './read-only-pool.ts';
import type { OwnWrites } from './recent-writes.ts';

/** What processes of one database tell each other under. */
export const WRITTEN = 'backroom_written';
/** So many ids go into one notice, which has 8,000 bytes at most. */
const MOST_AT_ONCE = 500;

/** Tells the other processes of a database which accounts have just written, as soon as it can, and several at once. */
export class WriteNotices {
  readonly #pool: ReadingPool;
  readonly #waiting = new Set<number>();
  #telling: Promise<void> | undefined;

  constructor(pool: ReadingPool, ownWrites: OwnWrites) {
    this.#pool = pool;
    ownWrites.tellTo((account) => this.#tell(account));
  }

  /** Resolves when everything was told, or could not be. */
  async settled(): Promise<void> {
    await this.#telling;
  }

  #tell(account: number): void {
    this.#waiting.add(account);
    this.#telling ??= this.#tellAll().finally(() => {
      this.#telling = undefined;
    });
  }

  async #tellAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const accounts = [...this.#waiting].slice(0, MOST_AT_ONCE);
      for (const each of accounts) this.#waiting.delete(each);
      // Whoever does not hear of it is told what was so some seconds ago, as everybody is who did not write.
      await sql`select pg_notify(${WRITTEN}, ${accounts.join()})`.execute(this.#pool.kysely()).catch(() => {});
    }
  }
}

/** Notes the accounts of a notice. */
export function hearNotice(ownWrites: OwnWrites, payload: string): void {
  for (const account of payload.split(',').map(Number)) if (Number.isSafeInteger(account)) ownWrites.hear(account);
}
