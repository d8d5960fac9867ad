const unavailable = 'The database is not available';

/** The database cannot be reached, or the connection was lost; what was under way may or may not have been done. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    // The entity manager puts errors into errors of its own, with the same words.
    super(reason.startsWith(unavailable) ? reason : `${unavailable}: ${reason}`, { cause });
  }
}

/** The work collided with other work each time it was tried; the last collision is the cause. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';

  constructor(cause: unknown) {
    super('The work collided with other work each time it was tried.', { cause });
  }
}

/** A statement failed, the work went on as if it had not, and so nothing could be committed. */
export class NothingCommitted extends Error {
  override readonly name = 'NothingCommitted';

  constructor() {
    super('A statement of this unit of work failed and its error was caught, so PostgreSQL undid the whole unit.');
  }
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
  /^(The database is not available|Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|driver has already been destroyed)/;

/** Puts a lost or refused connection in the words of this package; every other error stays what it is. */
export function withUnavailability(error: unknown): unknown {
  return isUnavailability(error) ? new DatabaseUnavailable(error) : error;
}

function isUnavailability(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error.name === 'EmbeddedDatabaseStopped') return true;
  if (code === undefined) return unavailableWords.test(error.message);
  // A unix socket that is not there.
  if (code === 'ENOENT') return syscall === 'connect';
  return unavailableStates.has(code) || unavailableSystemCodes.has(code) || /^08...$/.test(code);
}

/** Tells whether the same work may succeed when it is done again: serialization failure, deadlock. */
export function isCollision(error: unknown): boolean {
  const code = sqlState(error);
  return code === '40001' || code === '40P01';
}

/** Tells whether a prepared statement no longer fits the schema, or is not known to the server any more. */
export function isStalePlan(error: unknown): boolean {
  const { routine } = error as { readonly routine?: unknown };
  const code = sqlState(error);
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery');
}

function sqlState(error: unknown): unknown {
  return error instanceof Error ? (error as Error & { readonly code?: unknown }).code : undefined;
}
