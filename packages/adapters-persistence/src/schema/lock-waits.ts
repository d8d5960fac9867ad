import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@backroom/core';
import { isLockFailure } from '../database-errors.ts';

/** `lock_timeout` of one attempt: bounds how long statements of other sessions queue behind it. */
export const lockTryMillis = 2_000;

/** Limits of lock retries, in milliseconds. */
export interface LockWaitLimits {
  /** Delay after the first attempt; doubles up to the maximum. */
  readonly firstPauseMillis: number;
  readonly longestPauseMillis: number;
  /** Total of attempts and delays. */
  readonly allMillis: number;
}

const defaultLimits: LockWaitLimits = { firstPauseMillis: 500, longestPauseMillis: 8_000, allMillis: 60_000 };

/** A lock needed by a schema change was not available within the total wait. */
export class LockWaitTimeout extends DomainError {
  override readonly name = 'LockWaitTimeout';

  constructor(what: string, seconds: number, cause: unknown) {
    super(
      'unavailable',
      'migration_lock_timeout',
      `The schema was not changed: waited ${seconds} seconds for ${what}. Try again when it is free; what was done stays done.`,
      {},
      cause,
    );
  }
}

/** Lock wait budget of one schema change, shared by all its attempts and delays. */
export class LockWaits {
  readonly #limits: LockWaitLimits;
  #waited = 0;

  constructor(limits: LockWaitLimits = defaultLimits) {
    this.#limits = limits;
  }

  /**
   * Retries work with exponential back-off while a lock is unavailable. Only waiting counts, not the run time of the work
   * itself.
   * @throws LockWaitTimeout with the name of the awaited lock
   */
  async retry<T>(work: () => Promise<T>, awaited: (error: unknown) => Promise<string>): Promise<T> {
    const { firstPauseMillis, longestPauseMillis, allMillis } = this.#limits;
    for (let pauseMillis = firstPauseMillis; ; pauseMillis = Math.min(2 * pauseMillis, longestPauseMillis)) {
      try {
        return await work();
      } catch (error) {
        if (!isLockFailure(error)) throw error;
        this.#waited += lockTryMillis;
        // The next attempt must fit into the total as well.
        if (this.#waited + pauseMillis + lockTryMillis > allMillis)
          throw new LockWaitTimeout(await awaited(error), Math.round(this.#waited / 1_000), error);
        await pause(pauseMillis);
        this.#waited += pauseMillis;
      }
    }
  }
}
