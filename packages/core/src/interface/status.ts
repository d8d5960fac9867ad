import type { ErrorKind } from '../kernel/errors.ts';

/** Status numbers of refusals where both interfaces agree; each policy adds its own for the rest (RFC 9110, RFC 6585). */
export const commonStatus = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  conflict: 409,
  'precondition-failed': 412,
  'too-large': 413,
  'unsupported-media': 415,
  'precondition-required': 428,
  'rate-limited': 429,
  'switched-off': 501,
  unavailable: 503,
} as const satisfies Partial<Record<ErrorKind, number>>;

/** Status numbers of answers that are no refusals. */
export const OK = 200;
/** Something was made. */
export const CREATED = 201;
/** There is nothing to say. */
export const NO_CONTENT = 204;
/** The caller's copy is still right. */
export const NOT_MODIFIED = 304;
/** Look there, with the answer to what was asked. */
export const FOUND = 302;
/** Look there for what came of it. */
export const SEE_OTHER = 303;
/** Statuses from here on tell of something that was refused or failed. */
export const LEAST_REFUSAL = 400;
/** Several answers in one. */
export const MULTI_STATUS = 207;
/** A request that is well-formed and cannot be what was meant. */
export const UNPROCESSABLE = 422;
/** A bug or an outage. */
export const INTERNAL_ERROR = 500;
/** The system is up but cannot serve. */
export const UNAVAILABLE = 503;
