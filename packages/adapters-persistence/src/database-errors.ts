import { busy, DomainError, type ErrorDetails } from '@backroom/core';
import type { StatementLimits } from './statement-limits.ts';

const unavailable = 'database_unavailable';
const storageFull = 'storage_full';

/** The database cannot be reached, or the connection was lost; what was under way may or may not have been done. */
export class DatabaseUnavailable extends DomainError {
  override readonly name = 'DatabaseUnavailable';
  /** What was wrong, for whoever runs the system; callers are told nothing of it. */
  readonly reason: string;

  constructor(cause: unknown) {
    super(
      'unavailable',
      unavailable,
      'The database is not available. Try again in a moment.',
      { retryAfter: 5 },
      cause,
    );
    this.reason = reasonOf(cause);
  }
}

/** The entity manager puts errors into errors of its own. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { reason } = cause as { readonly reason?: unknown };
  return typeof reason === 'string' ? reason : cause.message;
}

/** The work collided with other work each time it was tried; the last collision is the cause. */
export class DatabaseBusy extends DomainError {
  override readonly name: string = 'DatabaseBusy';

  constructor(cause: unknown, more: ErrorDetails = {}) {
    const { kind, code, message, details } = busy();
    super(kind, code, message, { ...details, ...more }, cause);
  }
}

/** The one connection of the embedded database is in use, by an import for instance, for longer than a caller waits. */
export class EmbeddedBusy extends DatabaseBusy {
  /** What the log leaves out: it is no fault. */
  readonly isRoutine = true;
  /** What the pool reported. */
  readonly reason: string;

  constructor(cause: unknown) {
    super(cause, { retryAfter: 5 });
    this.reason = reasonOf(cause);
  }
}

/** The storage of the database is full: nothing that was under way is stored, what was acknowledged stays. */
export class StorageFull extends DomainError {
  override readonly name = 'StorageFull';
  /** Whether the log leaves it out, because the outage is reported as a whole. */
  isRoutine = false;

  constructor(cause: unknown) {
    super(
      'unavailable',
      storageFull,
      'There is no storage left for changes. Free some, then try again.',
      { retryAfter: 30 },
      cause,
    );
  }
}

/** The connection was lost, or its answer came too late, after a commit was sent: the unit may or may not be committed. */
export class CommitUnknown extends DomainError {
  override readonly name = 'CommitUnknown';

  constructor(cause: unknown) {
    super(
      'unavailable',
      'commit_unknown',
      'The connection to the database was lost during the commit. The change may or may not be saved: look before sending it again, or repeat it with the same Idempotency-Key.',
      { retryAfter: 5 },
      cause,
    );
  }
}

/** A statement failed, the work went on as if it had not, and so nothing could be committed. */
export class NothingCommitted extends Error {
  override readonly name = 'NothingCommitted';

  constructor() {
    super('A statement of this unit of work failed and its error was caught, so PostgreSQL undid the whole unit.');
  }
}

/** What the work had read was no longer so when it wrote: the unit of work is done again, as after a failed serialization. */
export class CollidedWork extends Error {
  override readonly name = 'CollidedWork';
  readonly code = '40001';
}

/** SQLSTATEs of a server that goes, comes or is full; class 08 is about connections altogether. */
const unavailableStates = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '53300']);

/** What the system says of a connection. */
const unavailableSystemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** What the driver, its pool and the query builder say without any code. */
const unavailableWords =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|driver has already been destroyed)/;

/** Tells whether the pool had no connection to give in time. */
export const isPoolTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

/** Puts a lost or refused connection, and full storage, in the words of this package; every other error stays what it is. */
export function withUnavailability(error: unknown): unknown {
  if (isStorageFull(error)) return new StorageFull(error);
  if (isWrappedBusy(error)) return new EmbeddedBusy(error);
  return isUnavailability(error) ? new DatabaseUnavailable(error) : error;
}

/** `busy` as the entity manager wraps it. */
const isWrappedBusy = (error: unknown): boolean => !(error instanceof DomainError) && sqlState(error) === busy().code;

/** 53100 is disk_full; errors of the entity manager have the code of what they wrap. */
const isStorageFull = (error: unknown): boolean =>
  !(error instanceof StorageFull) && ['53100', storageFull].includes(String(sqlState(error)));

function isUnavailability(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error.name === 'EmbeddedDatabaseStopped') return true;
  if (code === unavailable) return true;
  if (code === undefined) return unavailableWords.test(error.message);
  // A unix socket that is not there.
  if (code === 'ENOENT') return syscall === 'connect';
  return unavailableStates.has(code) || unavailableSystemCodes.has(code) || /^08...$/.test(code);
}

/** Serialization failure, deadlock, a lock that was not to be had in time, and something named that went away, or was named, after it had been looked at. */
const collisionStates: ReadonlySet<unknown> = new Set(['40001', '40P01', '55P03', '23503']);

/** Tells whether the same work may succeed, or be refused for its true reason, when it is done again. */
export const isCollision = (error: unknown): boolean => collisionStates.has(sqlState(error));

/** Tells whether a lock was not free within `lock_timeout`, or a deadlock was ended. */
export const isLockFailure = (error: unknown): boolean => ['55P03', '40P01'].includes(String(sqlState(error)));

/** Tells whether a statement that failed for the connection may have reached the server. */
export const mayBeSent = (error: unknown): boolean =>
  !(error instanceof Error && /is not queryable$/.test(error.message));

/** Tells whether the server refused a write because it, or the transaction, is read-only. */
export const isReadOnlyRefusal = (error: unknown): boolean => sqlState(error) === '25006';

/** Puts a limit of a request that was reached in the words of this package; every other error stays what it is. */
export function withLimitsReached(error: unknown, { lockMillis, statementMillis }: StatementLimits): unknown {
  if (lockMillis > 0 && sqlState(error) === '55P03') return new DatabaseBusy(error);
  return statementMillis > 0 && isCancelled(error) ? new DatabaseUnavailable(error) : error;
}

/** Tells whether the server ended the statement before it was done: it took too long, or somebody wished so. */
export const isCancelled = (error: unknown): boolean => sqlState(error) === '57014';

/** Tells whether it was the database that failed, and not we. */
export const isOfDatabase = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || /^[0-9A-Z]{5}$/.test(String(sqlState(error)));

/**
 * Tells whether a prepared statement is missing on the backend, or there already, although its connection says otherwise: a pooler
 * assigns backends by transaction.
 */
export const isSharedBackend = (error: unknown): boolean => ['26000', '42P05'].includes(String(sqlState(error)));

/** Tells whether a prepared statement no longer fits the schema, or the backend is not the one that it was prepared on. */
export function isStalePlan(error: unknown): boolean {
  const { routine } = error as { readonly routine?: unknown };
  return isSharedBackend(error) || (sqlState(error) === '0A000' && routine === 'RevalidateCachedQuery');
}

function sqlState(error: unknown): unknown {
  return error instanceof Error ? (error as Error & { readonly code?: unknown }).code : undefined;
}
