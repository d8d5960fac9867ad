import type { Allowance, RateLimit, RateLimiter } from '@backroom/core';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** Maximum number of counters; the least recently used are evicted. */
const MOST_KEYS = 100_000;

/** Rate limits of one process. Each call passes its limit, so the counters of the library are unlimited. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #counters = new RateLimiterMemory({ keyPrefix: '', points: Number.MAX_SAFE_INTEGER, duration: 1 });
  /** Least recently used first. */
  readonly #keys = new Set<string>();
  /** Likewise, of limits with `isKeptApart`, whose counters are not evicted for those of others. */
  readonly #keptApart = new Set<string>();
  readonly #mostKeys: number;
  #last: Promise<unknown> = Promise.resolve();

  constructor(mostKeys: number = MOST_KEYS) {
    this.#mostKeys = mostKeys;
  }

  take(limit: RateLimit, key: string, points = 1): Promise<Allowance> {
    return this.#serialised(async () => {
      const before = await this.#look(limit, key);
      if (limit.points === 0) return before;
      if (points > before.remaining) return { ...before, isExceeded: true };
      const name = this.#touch(limit, key);
      return allowanceOf(limit, await this.#counters.consume(name, points, { customDuration: limit.seconds }));
    });
  }

  look(limit: RateLimit, key: string): Promise<Allowance> {
    return this.#serialised(async () => {
      const allowance = await this.#look(limit, key);
      return { ...allowance, isExceeded: limit.points > 0 && allowance.remaining === 0 };
    });
  }

  returnPoints(limit: RateLimit, key: string, points = 1): Promise<void> {
    return this.#serialised(async () => {
      const name = nameOf(limit, key);
      const counted = await this.#counters.get(name);
      if (isRunning(counted)) await this.#counters.reward(name, Math.min(points, counted.consumedPoints));
    });
  }

  set(limit: RateLimit, key: string, points: number): Promise<void> {
    return this.#serialised(async () => {
      await this.#counters.set(this.#touch(limit, key), points, limit.seconds);
    });
  }

  forget(limit: RateLimit, key: string): Promise<void> {
    return this.#serialised(() => this.#drop(nameOf(limit, key)));
  }

  forgetAll(limit: RateLimit, beginning: string): Promise<void> {
    return this.#serialised(async () => {
      const start = nameOf(limit, beginning);
      for (const name of [...this.#keys, ...this.#keptApart].filter((each) => each.startsWith(start)))
        await this.#drop(name);
    });
  }

  /** Serialises operations: the library cannot check and increment atomically. */
  #serialised<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  async #look(limit: RateLimit, key: string): Promise<Allowance> {
    const counted = await this.#counters.get(nameOf(limit, key));
    return isRunning(counted) ? allowanceOf(limit, counted) : untouched(limit);
  }

  /** Marks a counter as used, evicts the least recently used one above the maximum, and returns its name. */
  #touch(limit: RateLimit, key: string): string {
    const name = nameOf(limit, key);
    const keys = limit.isKeptApart ? this.#keptApart : this.#keys;
    keys.delete(name);
    keys.add(name);
    if (keys.size > this.#mostKeys) {
      const [oldest = name] = keys;
      void this.#drop(oldest);
    }
    return name;
  }

  async #drop(name: string): Promise<void> {
    this.#keys.delete(name);
    this.#keptApart.delete(name);
    await this.#counters.delete(name);
  }
}

const nameOf = ({ name }: RateLimit, key: string): string => `${name} ${key}`;

/** Expired windows exist until their timer fires. */
const isRunning = (counted: RateLimiterRes | null): counted is RateLimiterRes =>
  counted !== null && counted.msBeforeNext > 0;

const untouched = (limit: RateLimit): Allowance => ({
  limit,
  isExceeded: false,
  remaining: limit.points,
  resetMs: 0,
});

const allowanceOf = (limit: RateLimit, { consumedPoints, msBeforeNext }: RateLimiterRes): Allowance => ({
  limit,
  isExceeded: false,
  remaining: Math.max(0, limit.points - consumedPoints),
  resetMs: Math.max(0, msBeforeNext),
});
