import type { IdempotencyKey } from './actor.ts';
import type { Events } from './events/events.ts';
import type { CoreSettings } from './settings.ts';
import type { Tables } from './tables.ts';

/** The current time. */
export interface Clock {
  /** Returns the current time, with millisecond precision. */
  now(): Date;
  /** Resolves after this number of milliseconds. */
  wait(milliseconds: number): Promise<void>;
}

/** Generates unique identifiers. */
export interface Ids {
  /** Returns a new UUID (version 4). */
  next(): string;
}

/** A cryptographically secure source of randomness. */
export interface RandomSource {
  /** Returns `count` characters, each drawn uniformly from the alphabet. */
  characters(count: number, alphabet: string): string;
}

/** The log of the process, for its operators. */
export interface Log {
  /** Logs an expected event. */
  info(event: string, facts?: Readonly<Record<string, unknown>>): void;
  /** Logs an event that needs attention. */
  warn(event: string, facts?: Readonly<Record<string, unknown>>): void;
  /** Logs a failure; the cause is written to the log and nowhere else. */
  error(event: string, cause: unknown, facts?: Readonly<Record<string, unknown>>): void;
}

/** Transactions over all stores. */
export interface UnitOfWork {
  /**
   * Runs work in a transaction: commits when it resolves, rolls back when it rejects.
   * @throws DomainError `busy` if every retry after a serialization failure or deadlock failed.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Calls the effect once after the surrounding unit has committed, or immediately outside of one; its errors do not reach the work. */
  afterCommit(effect: () => void | Promise<void>): void;
  /**
   * Stores items together with the work: `store` is called once, at the end of the surrounding unit, with all items that were
   * gathered for it in their order; its failure is that of the unit. Outside of a unit it is called at once, in one of its own.
   */
  gather<T>(item: T, store: (items: readonly T[]) => Promise<void>): void;
  /**
   * Runs work whose one statement is the last of the surrounding unit, which may be committed together with it: later
   * statements are refused, and the unit must not fail, or gather anything, after it. Outside of a unit it runs as it is.
   */
  closing<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Runs work, inside and outside of units, on behalf of an account. Later work of the same account reads its own
   * writes, whichever replica serves it.
   */
  runAs<T>(account: number | undefined, work: () => Promise<T>): Promise<T>;
  /**
   * Runs work, inside and outside of units, under the statement timeouts of requests.
   * @throws DomainError `database_unavailable`, `busy` on a timeout; `commit_unknown` on a timeout during a commit
   */
  limited<T>(work: () => Promise<T>): Promise<T>;
  /** Runs work without these timeouts, also within `limited`. */
  unlimited<T>(work: () => Promise<T>): Promise<T>;
}

/** The state of an idempotency key: unused, in use by a running request, or answered. */
export type Claim =
  | { readonly state: 'fresh' }
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly fingerprint: string; readonly answer: unknown };

/** The stored answer to a request with an idempotency key. */
export interface IdempotencyRecord {
  readonly answer: unknown;
  readonly keptAt: Date;
  readonly expiresAt: Date;
}

/** The answers to requests with an `Idempotency-Key`. */
export interface IdempotencyStore {
  /** Claims the key for the surrounding unit of work, or returns the state of the first request with it. */
  claim(userId: number, once: IdempotencyKey, now: Date): Promise<Claim>;
  /** Stores the answer under the key until it expires, as part of the unit of work; also deletes some expired answers. */
  settle(userId: number, once: IdempotencyKey, kept: IdempotencyRecord): Promise<void>;
}

/** A rate limit: `points` per window of `seconds`. */
export interface RateLimit {
  readonly name: string;
  /** 0 disables the limit: nothing is counted, and it is never exceeded. */
  readonly points: number;
  readonly seconds: number;
  /** Points that one process takes from the shared counter at a time and spends locally; absent if every point is counted centrally. */
  readonly lease?: number;
  /** Its counters are not evicted in favour of those of other limits. */
  readonly isKeptApart?: true;
}

/** The state of a rate limit for one key. */
export interface Allowance {
  readonly limit: RateLimit;
  /** Whether the points were refused, or the next point would be. */
  readonly isExceeded: boolean;
  /** Never below 0. */
  readonly remaining: number;
  /** Milliseconds until the window ends; 0 if nothing is counted. */
  readonly resetMs: number;
}

/**
 * Rate limits with fixed windows that begin with the first point taken. Counting is independent of a surrounding unit
 * of work: it is not rolled back with it, and inside of one it may wait for a second connection.
 */
export interface RateLimiter {
  /** Takes points of a key, or none if fewer are left. Concurrent calls are counted one after another. */
  take(limit: RateLimit, key: string, points?: number): Promise<Allowance>;
  /** Returns the state without taking points; for a leased limit, as this process knows it. */
  look(limit: RateLimit, key: string): Promise<Allowance>;
  /** Returns points taken in this window; at most as many as were taken. */
  returnPoints(limit: RateLimit, key: string, points?: number): Promise<void>;
  /** Begins a window in which this number of points is taken already. */
  set(limit: RateLimit, key: string, points: number): Promise<void>;
  /** Resets a key. */
  forget(limit: RateLimit, key: string): Promise<void>;
  /** Resets all keys with this prefix. */
  forgetAll(limit: RateLimit, beginning: string): Promise<void>;
}

/** The ports of every context. */
export interface KernelPorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomSource;
  readonly log: Log;
  readonly unitOfWork: UnitOfWork;
  readonly idempotency: IdempotencyStore;
  readonly tables: Tables;
  readonly rateLimiter: RateLimiter;
  /** Made by `createCore`; a program that embeds core does not supply it. */
  readonly events: Events;
  readonly settings: CoreSettings;
}

/** Whether the database or another adapter supplies each port. */
export const kernelPorts = {
  clock: 'service',
  ids: 'service',
  random: 'service',
  log: 'service',
  unitOfWork: 'store',
  idempotency: 'store',
  rateLimiter: 'service',
  settings: 'service',
  tables: 'service',
} as const;
