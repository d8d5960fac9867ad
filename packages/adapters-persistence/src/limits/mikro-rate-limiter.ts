import type { Allowance, Clock, RateLimit, RateLimiter } from '@backroom/core';
import type { BackroomDatabase } from '../backroom-database.ts';
import { sqlOf } from '../sql-of.ts';
import { Leases } from './leases.ts';
import { type Count, SharedCounters } from './shared-counters.ts';

/** Rate limits in PostgreSQL, shared by all processes; limits with a `lease` reserve their points in batches. */
export class MikroRateLimiter implements RateLimiter {
  readonly #counters: SharedCounters;
  readonly #leases: Leases;

  constructor(database: BackroomDatabase, clock: Clock) {
    this.#counters = new SharedCounters(sqlOf(database));
    this.#leases = new Leases(this.#counters, clock);
  }

  async take(limit: RateLimit, key: string, points = 1): Promise<Allowance> {
    if (limit.points === 0) return untouched(limit);
    const name = nameOf(limit, key);
    if (limit.lease !== undefined) return this.#leases.take(limit, name, points);
    const count = await this.#counters.add(name, { points, max: limit.points, seconds: limit.seconds });
    return { ...allowanceOf(limit, count), isExceeded: !count.isAdded };
  }

  async look(limit: RateLimit, key: string): Promise<Allowance> {
    if (limit.points === 0) return untouched(limit);
    const name = nameOf(limit, key);
    if (limit.lease !== undefined) return this.#leases.look(limit, name);
    const count = await this.#counters.read(name);
    if (!count) return untouched(limit);
    const allowance = allowanceOf(limit, count);
    return { ...allowance, isExceeded: allowance.remaining === 0 };
  }

  async returnPoints(limit: RateLimit, key: string, points = 1): Promise<void> {
    if (limit.lease === undefined) await this.#counters.subtract(nameOf(limit, key), points);
    else this.#leases.returnPoints(nameOf(limit, key), points);
  }

  async set(limit: RateLimit, key: string, points: number): Promise<void> {
    this.#leases.forget(nameOf(limit, key));
    await this.#counters.set(nameOf(limit, key), points, limit.seconds);
  }

  async forget(limit: RateLimit, key: string): Promise<void> {
    this.#leases.forget(nameOf(limit, key));
    await this.#counters.remove(nameOf(limit, key));
  }

  async forgetAll(limit: RateLimit, prefix: string): Promise<void> {
    this.#leases.forgetAll(nameOf(limit, prefix));
    await this.#counters.removeAll(nameOf(limit, prefix));
  }
}

const nameOf = ({ name }: RateLimit, key: string): string => `${name} ${key}`;

const untouched = (limit: RateLimit): Allowance => ({
  limit,
  isExceeded: false,
  remaining: limit.points,
  resetMs: 0,
});

const allowanceOf = (limit: RateLimit, { taken, resetMs }: Count): Allowance => ({
  limit,
  isExceeded: false,
  remaining: Math.max(0, limit.points - taken),
  resetMs,
});
