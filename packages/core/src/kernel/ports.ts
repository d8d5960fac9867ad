import type { Once } from './actor.ts';
import type { Events } from './events.ts';
import type { CoreSettings } from './settings.ts';
import type { Tables } from './tables.ts';

/** The time, as the system should believe it. */
export interface Clock {
  /** Tells the present moment, to the millisecond. */
  now(): Date;
  /** Resolves after so many milliseconds. */
  wait(milliseconds: number): Promise<void>;
}

/** Makes identifiers that have never been used before. */
export interface Ids {
  /** Gives a fresh UUID of version 4. */
  next(): string;
}

/** Unpredictable values for secrets. */
export interface RandomSource {
  /** Gives so many characters, each drawn evenly from the alphabet. */
  characters(count: number, alphabet: string): string;
}

/** Where the system notes what people who run it should see. */
export interface Log {
  /** Notes something that went as it should. */
  info(event: string, facts?: Readonly<Record<string, unknown>>): void;
  /** Notes something that somebody should look at. */
  warn(event: string, facts?: Readonly<Record<string, unknown>>): void;
  /** Notes a failure; the cause is written to the log and nowhere else. */
  error(event: string, cause: unknown, facts?: Readonly<Record<string, unknown>>): void;
}

/** Runs work so that either every store sees its effects or none does. */
export interface UnitOfWork {
  /**
   * Commits what the work did when it resolves, and undoes all of it when it rejects.
   * @throws DomainError `busy` when the work kept colliding with other work.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Calls the effect once after the surrounding unit has committed, or at once outside of one; its failure never reaches the work. */
  afterCommit(effect: () => void | Promise<void>): void;
  /**
   * Does the work, of which units may be a part, and gives what it gives. What is done for the same account later sees what was
   * committed in it, whichever copy of the data is asked.
   */
  runAs<T>(account: number | undefined, work: () => Promise<T>): Promise<T>;
  /**
   * Does work, inside and outside of units, whose statements have the time limits of requests.
   * @throws DomainError `database_unavailable`, `busy` when a limit is reached; `commit_unknown` when that is so during a commit
   */
  limited<T>(work: () => Promise<T>): Promise<T>;
  /** Does work without these limits, also within work that has them. */
  unlimited<T>(work: () => Promise<T>): Promise<T>;
}

/** What a repeated request finds: nothing yet, the first one still running, or what the first one answered. */
export type Claim =
  | { readonly state: 'fresh' }
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly fingerprint: string; readonly answer: unknown };

/** An answer that is kept for a repeated request. */
export interface KeptAnswer {
  readonly answer: unknown;
  readonly keptAt: Date;
  readonly expiresAt: Date;
}

/** Remembers the answers of requests that carried an `Idempotency-Key`. */
export interface IdempotencyStore {
  /** Reserves the key for the surrounding unit of work, or tells what became of the first request with it. */
  claim(userId: number, once: Once, now: Date): Promise<Claim>;
  /** Keeps the answer with the key until it expires, undone with the unit of work; makes room by forgetting some that have expired. */
  settle(userId: number, once: Once, kept: KeptAnswer): Promise<void>;
}

/** An allowance: so many points in so many seconds. */
export interface RateLimit {
  readonly name: string;
  /** 0 is no limit at all: nothing is counted, and nothing is ever exceeded. */
  readonly points: number;
  readonly seconds: number;
  /** So many points may be taken at once and be spent by one process alone; absent where all processes count each one. */
  readonly lease?: number;
  /** Where room is short, its counters never make room for those of other limits. */
  readonly isKeptApart?: true;
}

/** What is left of an allowance. */
export interface Allowance {
  readonly limit: RateLimit;
  /** Whether the points were refused, or would be if one were asked for. */
  readonly isExceeded: boolean;
  /** Points that are left; never below 0. */
  readonly remaining: number;
  /** Milliseconds until the allowance is whole again; 0 when it is. */
  readonly resetMs: number;
}

/**
 * Counts what callers do, in windows that begin with the first of it. It counts at once and for good: what becomes of a
 * surrounding unit of work makes no difference, and inside of one it may wait for a second connection.
 */
export interface RateLimiter {
  /** Takes points from the allowance of a key, or none when fewer are left; what comes at once is counted one after another. */
  take(limit: RateLimit, key: string, points?: number): Promise<Allowance>;
  /** Tells what is left without taking any; of a leased allowance, what this process knows. */
  look(limit: RateLimit, key: string): Promise<Allowance>;
  /** Gives points back that were taken in this window; never more than were taken. */
  giveBack(limit: RateLimit, key: string, points?: number): Promise<void>;
  /** Begins a window in which so many points are taken already. */
  set(limit: RateLimit, key: string, points: number): Promise<void>;
  /** Makes the allowance of a key whole again. */
  forget(limit: RateLimit, key: string): Promise<void>;
  /** Makes the allowances of all keys whole again that begin so. */
  forgetAll(limit: RateLimit, beginning: string): Promise<void>;
}

/** What every context may ask for. */
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
