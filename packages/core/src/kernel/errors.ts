import type { Allowance } from './ports.ts';

/** The kind of a refusal. Interfaces map kinds to HTTP status codes; nothing else does. */
export type ErrorKind =
  | 'malformed'
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'precondition-failed'
  | 'precondition-required'
  | 'too-large'
  | 'unsupported-media'
  | 'not-acceptable'
  | 'method-not-allowed'
  | 'rate-limited'
  | 'switched-off'
  | 'gone'
  | 'upgrade-required'
  | 'misconfigured'
  | 'unavailable';

/** A validation fault of one input member. `path` uses the names of the use case: `['operations', 3, 'itemId']`. */
export interface FieldProblem {
  readonly path: readonly (string | number)[];
  /** Absent for members of the body. */
  readonly in?: 'query' | 'path';
  /** True if the last part is an unknown name, which is reported as it was sent. */
  readonly isForeign?: boolean;
  readonly code: string;
  readonly message: string;
}

/** Details of a refusal beside code and message; only what the caller may know. */
export interface ErrorDetails {
  readonly [member: string]: unknown;
  readonly fields?: readonly FieldProblem[];
  /** Seconds after which the same request may be tried again. */
  readonly retryAfter?: number;
  /** The rate limit that was exceeded; sent in headers. */
  readonly allowance?: Allowance;
}

/** An expected refusal with a code that never changes once published. */
export class DomainError extends Error {
  override readonly name: string = 'DomainError';
  readonly kind: ErrorKind;
  readonly code: string;
  readonly details: ErrorDetails;

  constructor(kind: ErrorKind, code: string, message: string, details: ErrorDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.code = code;
    this.details = details;
  }
}

/** Whether the log leaves a failure out: it is reported elsewhere, or expected while the system is busy. */
export function isRoutine(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return (cause as { readonly isRoutine?: unknown }).isRoutine === true || isRoutine(cause.cause);
}

/** A refusal of exactly one member of the input, under its own code. */
export const invalidField = (path: string | readonly (string | number)[], code: string, message: string): DomainError =>
  new DomainError('invalid', code, message, {
    fields: [{ path: typeof path === 'string' ? [path] : path, code, message }],
  });

/** Groups codes of refusals by kind, as declarations of use cases have them. */
export function codesByKind(
  ...refusals: readonly DomainError[]
): Readonly<Partial<Record<ErrorKind, readonly string[]>>> {
  const kinds = [...new Set(refusals.map(({ kind }) => kind))];
  const codesOf = (kind: ErrorKind) => refusals.filter((each) => each.kind === kind).map(({ code }) => code);
  return Object.fromEntries(kinds.map((kind) => [kind, codesOf(kind)]));
}

/** Processes one line of a list; field paths of a refusal are prefixed with the line: `operations[3].quantity`. */
export function placed<T>(member: string | undefined, index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw member !== undefined && error instanceof DomainError ? below(error, [member, index]) : error;
  }
}

/** A refusal of a part of the input, with the fields below the path of that part. */
export const below = (error: DomainError, path: readonly (string | number)[]): DomainError =>
  new DomainError(error.kind, error.code, error.message, {
    ...error.details,
    fields: (error.details.fields ?? [{ path: [], code: error.code, message: error.message }]).map((field) => ({
      ...field,
      path: [...path, ...field.path],
    })),
  });

/** The object does not exist, or is hidden from the caller. */
export const notFound = (what: string): DomainError =>
  new DomainError('not-found', 'not_found', `There is no such ${what}.`);

/** The object changed since the caller read it. */
export const preconditionFailed = (): DomainError =>
  new DomainError('precondition-failed', 'precondition_failed', 'The object has changed since you read it.');

/** Temporary overload or contention; the same request may be retried. */
export const busy = (cause?: unknown): DomainError =>
  new DomainError(
    'unavailable',
    'busy',
    'Too much is going on at once. Try again in a moment.',
    { retryAfter: 1 },
    cause,
  );
