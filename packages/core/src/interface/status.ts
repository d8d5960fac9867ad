import type { ErrorKind } from '../kernel/errors.ts';

/** Status codes of refusals common to both interfaces; each policy adds its own (RFC 9110, RFC 6585). */
export const commonStatus = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  conflict: 409,
  gone: 410,
  'precondition-failed': 412,
  'too-large': 413,
  'unsupported-media': 415,
  'upgrade-required': 426,
  'precondition-required': 428,
  'rate-limited': 429,
  misconfigured: 500,
  'switched-off': 501,
  unavailable: 503,
} as const satisfies Partial<Record<ErrorKind, number>>;

/** Status codes of successful responses. */
export const OK = 200;
export const CREATED = 201;
export const NO_CONTENT = 204;
/** The cached copy of the client is still valid. */
export const NOT_MODIFIED = 304;
/** Redirect to the same result elsewhere. */
export const FOUND = 302;
/** Redirect to the result of the request, to be fetched with GET. */
export const SEE_OTHER = 303;
/** Statuses from this one on are errors. */
export const LEAST_REFUSAL = 400;
/** Several responses in one. */
export const MULTI_STATUS = 207;
/** A well-formed request with invalid values. */
export const UNPROCESSABLE = 422;
export const INTERNAL_ERROR = 500;
/** A server behind this one has failed. */
export const BAD_GATEWAY = 502;
export const UNAVAILABLE = 503;

/** Names of the shared responses of refusals in OpenAPI documents. */
export const refusalNames: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  406: 'NotAcceptable',
  409: 'Conflict',
  412: 'PreconditionFailed',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  422: 'UnprocessableContent',
  428: 'PreconditionRequired',
  429: 'TooManyRequests',
  501: 'NotImplemented',
  503: 'ServiceUnavailable',
};
