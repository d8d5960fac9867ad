import { setTimeout } from 'node:timers/promises';
import type { Database } from './database.ts';
import { noLimits, withLimits } from './statement-limits.ts';

/** What a look at the database found. */
export interface DatabaseState {
  readonly answers: boolean;
  /** Names of the migrations that it needs; empty where it does not answer. */
  readonly pending: readonly string[];
}

/** The longest wait for a look, and how long its result counts, in milliseconds. */
const times = { answerMillis: 2_000, keptMillis: 1_000 };

const silent: DatabaseState = { answers: false, pending: [] };

/**
 * Asks the database whether it answers and is of this version: one look at a time and at most one a second, however many ask. A look
 * that takes longer than two seconds counts as no answer, and no other begins until it has ended.
 */
export class Readiness {
  readonly #database: Pick<Database, 'answers' | 'pendingMigrations'>;
  #look: Promise<DatabaseState> | undefined;
  #keptUntil = 0;
  #isAsking = false;

  constructor(database: Pick<Database, 'answers' | 'pendingMigrations'>) {
    this.#database = database;
  }

  /** Gives what the last look found, or a new one; never fails. */
  state(): Promise<DatabaseState> {
    if (this.#look === undefined || (!this.#isAsking && performance.now() >= this.#keptUntil)) {
      this.#keptUntil = performance.now() + times.keptMillis;
      this.#look = this.#inTime();
    }
    return this.#look;
  }

  async #inTime(): Promise<DatabaseState> {
    this.#isAsking = true;
    const asked = this.#ask()
      .catch(() => silent)
      .finally(() => {
        this.#isAsking = false;
      });
    const enough = new AbortController();
    const late = setTimeout(times.answerMillis, silent, { signal: enough.signal }).catch(() => silent);
    return Promise.race([asked, late]).finally(() => enough.abort());
  }

  async #ask(): Promise<DatabaseState> {
    return withLimits({ ...noLimits, answerMillis: times.answerMillis }, async () => {
      if (!(await this.#database.answers())) return silent;
      return { answers: true, pending: await this.#database.pendingMigrations() };
    });
  }
}
