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
  #isAsking = false;
  /** Whether the look has to be forgotten as soon as it has ended. */
  #isDue = false;

  constructor(database: Pick<Database, 'answers' | 'pendingMigrations'>) {
    this.#database = database;
  }

  /** Gives what the last look found, or a new one; never fails. */
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
