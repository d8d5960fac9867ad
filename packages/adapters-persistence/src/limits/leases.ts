import type { Allowance, Clock, RateLimit } from '@backroom/core';
import type { SharedCounters } from './shared-counters.ts';

/** Points that this process took for itself, and what it knows of all others. */
interface Lease {
  /** Taken and not yet spent. */
  left: number;
  /** Left to everybody when it was taken. */
  readonly shared: number;
  /** When the window ends, in milliseconds of the clock. */
  readonly endsAt: number;
}

/** What is asked of an allowance. */
interface Asked {
  readonly limit: RateLimit;
  readonly name: string;
  readonly points: number;
}

/** Keys that are kept at most; those that were not asked about for the longest time go first. */
const MOST_KEYS = 100_000;

/**
 * Points of limits that every request meets. They are taken from the shared counters in larger numbers and spent one by
 * one without asking, so that such a limit costs an ordinary request no statement. Processes that share a limit may
 * together refuse a little early: by what the others have taken and not spent.
 */
export class Leases {
  readonly #counters: SharedCounters;
  readonly #clock: Clock;
  /** In the order of their last use. */
  readonly #leases = new Map<string, Lease>();
  /** What comes at once waits for one answer. */
  readonly #asking = new Map<string, Promise<boolean>>();

  constructor(counters: SharedCounters, clock: Clock) {
    this.#counters = counters;
    this.#clock = clock;
  }

  async take(limit: RateLimit, name: string, points: number): Promise<Allowance> {
    for (;;) {
      const lease = this.#leaseOf(name);
      if (lease && lease.left >= points) {
        lease.left -= points;
        return this.#allowance(limit, lease, false);
      }
      if (lease?.shared === 0) return this.#allowance(limit, lease, true);
      const others = this.#asking.get(name);
      if (others) await others;
      else if (!(await this.#ask({ limit, name, points }))) return { ...this.look(limit, name), isExceeded: true };
    }
  }

  look(limit: RateLimit, name: string): Allowance {
    const lease = this.#leaseOf(name);
    if (!lease) return { limit, isExceeded: false, remaining: limit.points, resetMs: 0 };
    return this.#allowance(limit, lease, lease.left + lease.shared === 0);
  }

  returnPoints(name: string, points: number): void {
    const lease = this.#leaseOf(name);
    if (lease) lease.left += points;
  }

  forget(name: string): void {
    this.#leases.delete(name);
  }

  forgetAll(beginning: string): void {
    for (const name of this.#leases.keys()) if (name.startsWith(beginning)) this.#leases.delete(name);
  }

  #ask(asked: Asked): Promise<boolean> {
    const answered = this.#extend(asked).finally(() => this.#asking.delete(asked.name));
    this.#asking.set(asked.name, answered);
    return answered;
  }

  /** Takes as many points as a lease has, else what is left if that is enough; tells whether it was. */
  async #extend({ limit, name, points }: Asked): Promise<boolean> {
    const { lease = 1, points: most, seconds } = limit;
    const own = this.#leaseOf(name)?.left ?? 0;
    const needed = points - own;
    for (let wanted = Math.max(lease, needed); ; ) {
      const { taken, resetMs, isAdded } = await this.#counters.add(name, { points: wanted, most, seconds });
      const shared = Math.max(0, most - taken);
      const endsAt = this.#clock.now().getTime() + resetMs;
      if (isAdded || shared < needed) {
        this.#keep(name, { left: isAdded ? own + wanted : own, shared, endsAt });
        return isAdded;
      }
      wanted = Math.min(wanted, shared);
    }
  }

  #keep(name: string, lease: Lease): void {
    this.#leases.delete(name);
    this.#leases.set(name, lease);
    const [oldest = name] = this.#leases.keys();
    if (this.#leases.size > MOST_KEYS) this.#leases.delete(oldest);
  }

  #leaseOf(name: string): Lease | undefined {
    const lease = this.#leases.get(name);
    return lease && this.#clock.now().getTime() < lease.endsAt ? lease : undefined;
  }

  #allowance(limit: RateLimit, { left, shared, endsAt }: Lease, isExceeded: boolean): Allowance {
    return { limit, isExceeded, remaining: left + shared, resetMs: Math.max(0, endsAt - this.#clock.now().getTime()) };
  }
}
