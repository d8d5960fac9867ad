import type { Allowance, Clock, RateLimit } from '@backroom/core';
import type { SharedCounters } from './shared-counters.ts';

/** Points of one counter that this process has reserved. */
interface Lease {
  /** Reserved points that are not yet spent. */
  left: number;
  /** Points that were left in the shared counter after the reservation. */
  readonly shared: number;
  /** End of the window, in milliseconds since the epoch. */
  readonly endsAt: number;
}

interface PointRequest {
  readonly limit: RateLimit;
  readonly name: string;
  readonly points: number;
}

/** Maximum number of leases; the least recently extended is evicted first. */
const MAX_LEASES = 100_000;

/**
 * Rate limits that apply to every request. Points are reserved from the shared counters in batches of `limit.lease` and spent
 * locally, so that most requests need no statement. Processes that share a limit may reject early, by at most the unspent
 * points of the others.
 */
export class Leases {
  readonly #counters: SharedCounters;
  readonly #clock: Clock;
  /** By name, the least recently extended first. */
  readonly #leases = new Map<string, Lease>();
  /** Pending extensions by name: concurrent requests await the same one. */
  readonly #pending = new Map<string, Promise<boolean>>();

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
      const pending = this.#pending.get(name);
      if (pending) await pending;
      else if (!(await this.#request({ limit, name, points }))) return { ...this.look(limit, name), isExceeded: true };
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

  forgetAll(prefix: string): void {
    for (const name of this.#leases.keys()) if (name.startsWith(prefix)) this.#leases.delete(name);
  }

  #request(request: PointRequest): Promise<boolean> {
    const pending = this.#extend(request).finally(() => this.#pending.delete(request.name));
    this.#pending.set(request.name, pending);
    return pending;
  }

  /** Reserves a full lease, or the rest of the counter if that covers the request; returns whether it was covered. */
  async #extend({ limit, name, points }: PointRequest): Promise<boolean> {
    const { lease = 1, points: max, seconds } = limit;
    const own = this.#leaseOf(name)?.left ?? 0;
    const needed = points - own;
    for (let requested = Math.max(lease, needed); ; ) {
      const { taken, resetMs, isAdded } = await this.#counters.add(name, { points: requested, max, seconds });
      const shared = Math.max(0, max - taken);
      const endsAt = this.#clock.now().getTime() + resetMs;
      if (isAdded || shared < needed) {
        this.#set(name, { left: isAdded ? own + requested : own, shared, endsAt });
        return isAdded;
      }
      requested = Math.min(requested, shared);
    }
  }

  #set(name: string, lease: Lease): void {
    this.#leases.delete(name);
    this.#leases.set(name, lease);
    const [oldest = name] = this.#leases.keys();
    if (this.#leases.size > MAX_LEASES) this.#leases.delete(oldest);
  }

  #leaseOf(name: string): Lease | undefined {
    const lease = this.#leases.get(name);
    return lease && this.#clock.now().getTime() < lease.endsAt ? lease : undefined;
  }

  #allowance(limit: RateLimit, { left, shared, endsAt }: Lease, isExceeded: boolean): Allowance {
    return { limit, isExceeded, remaining: left + shared, resetMs: Math.max(0, endsAt - this.#clock.now().getTime()) };
  }
}
