import type { Database } from '../database.ts';
import { noLimits } from './statement-limits.ts';
import { withLimits } from './work-context.ts';

/** Result of a database check. */
export interface DatabaseState {
  readonly answers: boolean;
  /** Names of pending migrations; empty if the database does not respond. */
  readonly pending: readonly string[];
}

/** Timeout of a check and cache lifetime of its result, in milliseconds. */
const times = { answerMillis: 2_000, keptMillis: 1_000 };

const silent: DatabaseState = { answers: false, pending: [] };

/**
 * Checks whether the database responds and has the schema of this version: one check at a time and at most one a second, shared by
 * all callers. A check that exceeds two seconds counts as failed, and no other starts until it has ended.
 */
export class Readiness {
  readonly #database: Pick<Database, 'answers' | 'pendingMigrations'>;
  #look: Promise<DatabaseState> | undefined;
  #isAsking = false;
  /** Whether the result must be discarded as soon as the check has ended. */
  #isDue = false;

  constructor(database: Pick<Database, 'answers' | 'pendingMigrations'>) {
    this.#database = database;
  }

  /** Returns the cached result, or runs a new check; never rejects. */
  state(): Promise<DatabaseState> {
    this.#look ??= this.#begin();
    return this.#look;
  }

  #begin(): Promise<DatabaseState> {
    this.#isAsking = true;
    setTimeout(() => this.#forget(), times.keptMillis).unref();
    const { promise, resolve } = Promise.withResolvers<DatabaseState>();
    const late = setTimeout(() => resolve(silent), times.answerMillis);
    this.#ask()
      .catch(() => silent)
      .then((state) => {
        clearTimeout(late);
        resolve(state);
        this.#isAsking = false;
        if (this.#isDue) this.#forget();
      });
    return promise;
  }

  #forget(): void {
    this.#isDue = this.#isAsking;
    if (!this.#isAsking) this.#look = undefined;
  }

  async #ask(): Promise<DatabaseState> {
    return withLimits({ ...noLimits, answerMillis: times.answerMillis }, async () => {
      if (!(await this.#database.answers())) return silent;
      return { answers: true, pending: await this.#database.pendingMigrations() };
    });
  }
}
