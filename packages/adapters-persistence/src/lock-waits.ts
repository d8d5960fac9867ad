import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@backroom/core';
import { isLockFailure } from './database-errors.ts';

/** `lock_timeout` of one try: for so long at most do statements of others queue behind ours. */
export const lockTryMillis = 2_000;

/** Limits of waiting for locks, in milliseconds. */
export interface LockWaitLimits {
  /** The pause after the first try; each later one is twice as long, up to the longest. */
  readonly firstPauseMillis: number;
  readonly longestPauseMillis: number;
  /** Of tries and pauses together. */
  readonly allMillis: number;
}

const defaultLimits: LockWaitLimits = { firstPauseMillis: 500, longestPauseMillis: 8_000, allMillis: 60_000 };

/** A lock was held by others for longer than a change of the schema waits. */
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

/** The waiting of one change of the schema for locks: what all its tries and pauses together may take. */
export class LockWaits {
  readonly #limits: LockWaitLimits;
  #waited = 0;

  constructor(limits: LockWaitLimits = defaultLimits) {
    this.#limits = limits;
  }

  /**
   * Does work again with growing pauses while a lock that it needs is not free. Only waiting counts, not the time that the work
   * itself takes.
   * @throws LockWaitTimeout which names what was waited for
   */
  async retry<T>(work: () => Promise<T>, awaited: (error: unknown) => Promise<string>): Promise<T> {
    const { firstPauseMillis, longestPauseMillis, allMillis } = this.#limits;
    for (let pauseMillis = firstPauseMillis; ; pauseMillis = Math.min(2 * pauseMillis, longestPauseMillis)) {
      try {
        return await work();
      } catch (error) {
        if (!isLockFailure(error)) throw error;
        this.#waited += lockTryMillis;
        // Another try has to fit in, too.
        if (this.#waited + pauseMillis + lockTryMillis > allMillis)
          throw new LockWaitTimeout(await awaited(error), Math.round(this.#waited / 1_000), error);
        await pause(pauseMillis);
        this.#waited += pauseMillis;
      }
    }
  }
}
