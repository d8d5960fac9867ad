import { busy, DomainError, type ErrorDetails } from '@backroom/core';
import type { StatementLimits } from './connection/statement-limits.ts';

const unavailable = 'database_unavailable';
const storageFull = 'storage_full';

/** The database is unreachable or the connection was lost; the outcome of running statements is unknown. */
export class DatabaseUnavailable extends DomainError {
  override readonly name = 'DatabaseUnavailable';
  /** Cause for operators; not disclosed to callers. */
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

/** Unwraps errors of the entity manager. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { reason } = cause as { readonly reason?: unknown };
  return typeof reason === 'string' ? reason : cause.message;
}

/** Every retry failed with a collision; the last one is the cause. */
export class DatabaseBusy extends DomainError {
  override readonly name: string = 'DatabaseBusy';

  constructor(cause: unknown, more: ErrorDetails = {}) {
    const { kind, code, message, details } = busy();
    super(kind, code, message, { ...details, ...more }, cause);
  }
}

/** The one connection of the embedded database was in use, by an import for instance, for longer than the pool timeout. */
export class EmbeddedBusy extends DatabaseBusy {
  /** Not logged, because it is no failure. */
  readonly isRoutine = true;
  /** Message of the pool. */
  readonly reason: string;

  constructor(cause: unknown) {
    super(cause, { retryAfter: 5 });
    this.reason = reasonOf(cause);
  }
}

/** The database storage is full: running work is not stored; committed data is unaffected. */
export class StorageFull extends DomainError {
  override readonly name = 'StorageFull';
  /** Whether the log omits it, because the outage is reported as a whole. */
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

/** The connection was lost or timed out after a commit was sent: the unit may or may not be committed. */
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

/** The work ignored the failure of a statement, so the transaction could not be committed. */
export class NothingCommitted extends Error {
  override readonly name = 'NothingCommitted';

  constructor() {
    super('A statement of this unit of work failed and its error was caught, so PostgreSQL undid the whole unit.');
  }
}

/** Data read by the unit of work had changed when it wrote: the unit is retried, as after a serialization failure. */
export class CollidedWork extends Error {
  override readonly name = 'CollidedWork';
  readonly code = '40001';
}

/** SQLSTATEs of a server that shuts down, starts up or has too many connections; class 08 is for connections in general. */
const unavailableStates = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '53300']);

/** System error codes of connections. */
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

/** Messages of driver, pool and query builder that have no code. */
const unavailableWords =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|driver has already been destroyed)/;

/** Whether the pool had no free connection within its timeout. */
export const isPoolTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

/** Converts lost or refused connections and full storage to errors of this package; other errors are returned unchanged. */
export function withUnavailability(error: unknown): unknown {
  if (isStorageFull(error)) return new StorageFull(error);
  if (isWrappedBusy(error)) return new EmbeddedBusy(error);
  return isUnavailability(error) ? new DatabaseUnavailable(error) : error;
}

/** `busy` as wrapped by the entity manager. */
const isWrappedBusy = (error: unknown): boolean => !(error instanceof DomainError) && sqlState(error) === busy().code;

/** 53100 is disk_full; errors of the entity manager have the code of their cause. */
const isStorageFull = (error: unknown): boolean =>
  !(error instanceof StorageFull) && ['53100', storageFull].includes(String(sqlState(error)));

function isUnavailability(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error.name === 'EmbeddedDatabaseStopped') return true;
  if (code === unavailable) return true;
  if (code === undefined) return unavailableWords.test(error.message);
  // A missing unix socket.
  if (code === 'ENOENT') return syscall === 'connect';
  return unavailableStates.has(code) || unavailableSystemCodes.has(code) || /^08...$/.test(code);
}

/** Serialization failure, deadlock, lock timeout, and foreign key violation caused by a concurrent change. */
const collisionStates: ReadonlySet<unknown> = new Set(['40001', '40P01', '55P03', '23503']);

/** Whether the same work may succeed on a retry, or then fail for its actual reason. */
export const isCollision = (error: unknown): boolean => collisionStates.has(sqlState(error));

/** Whether a lock was not available within `lock_timeout`, or a deadlock was detected. */
export const isLockFailure = (error: unknown): boolean => ['55P03', '40P01'].includes(String(sqlState(error)));

/** Whether a statement that failed with a connection error may have reached the server. */
export const mayBeSent = (error: unknown): boolean =>
  !(error instanceof Error && /is not queryable$/.test(error.message));

/** Whether the server rejected a write because it, or the transaction, is read-only. */
export const isReadOnlyRefusal = (error: unknown): boolean => sqlState(error) === '25006';

/** Converts exceeded request limits to errors of this package; other errors are returned unchanged. */
export function withLimitsReached(error: unknown, { lockMillis, statementMillis }: StatementLimits): unknown {
  if (lockMillis > 0 && sqlState(error) === '55P03') return new DatabaseBusy(error);
  return statementMillis > 0 && isCancelled(error) ? new DatabaseUnavailable(error) : error;
}

/** Whether the server cancelled the statement, by `statement_timeout` or on request. */
export const isCancelled = (error: unknown): boolean => sqlState(error) === '57014';

/** Whether an error comes from the database, not from this program. */
export const isOfDatabase = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || /^[0-9A-Z]{5}$/.test(String(sqlState(error)));

/**
 * Whether a prepared statement is missing on the backend, or unexpectedly exists there: a pooler assigns backends by
 * transaction.
 */
export const isSharedBackend = (error: unknown): boolean => ['26000', '42P05'].includes(String(sqlState(error)));

/** Whether a prepared statement no longer matches the schema, or is on another backend than the one that prepared it. */
export function isStalePlan(error: unknown): boolean {
  const { routine } = error as { readonly routine?: unknown };
  return isSharedBackend(error) || (sqlState(error) === '0A000' && routine === 'RevalidateCachedQuery');
}

function sqlState(error: unknown): unknown {
  return error instanceof Error ? (error as Error & { readonly code?: unknown }).code : undefined;
}
