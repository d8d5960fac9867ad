import { DomainError, type ErrorKind, type FieldProblem } from '../../kernel/errors.ts';
import { snake } from '../../kernel/names.ts';
import { JsonEncodeError } from '../json-values.ts';
import { commonStatus, INTERNAL_ERROR, UNPROCESSABLE } from '../status.ts';
import { publishedCode, type ShopNames } from './names.ts';
import { messageOf } from './reading/reader.ts';
import { responseOf, type ShopRequest, type ShopResponse } from './request.ts';
import type { ShopRefusal } from './route.ts';

const statusByKind: Readonly<Record<ErrorKind, number>> = { ...commonStatus, invalid: commonStatus.malformed };

/** Error codes of the core mapped to those of the shop interface. */
export const shopCodes: Readonly<Record<string, string>> = {
  malformed_json: 'rest_invalid_json',
  payload_too_large: 'rest_payload_too_large',
  validation_failed: 'rest_invalid_param',
  unknown_reference: 'rest_invalid_param',
  rate_limited: 'rate_limit_exceeded',
  not_found: 'rest_not_found',
  precondition_failed: 'rest_precondition_failed',
};

/** Permission refusals of the core, replaced by the route's own refusal. */
const permissionCodes = new Set(['missing_token', 'access_level_too_low', 'admin_required']);

/** Replaces a permission refusal by the route's own. */
export const inWordsOf = (error: unknown, refusal: ShopRefusal): unknown =>
  error instanceof DomainError && permissionCodes.has(error.code)
    ? new DomainError(error.kind, refusal.code, refusal.message)
    : error;

/** Refusal of an unknown route or method. */
export const noRoute = (): DomainError =>
  new DomainError('not-found', 'rest_no_route', 'There is no route for that address and method.');

/** Refusal of JSONP requests. */
export const noCallbacks = (): DomainError =>
  new DomainError('malformed', 'rest_callback_disabled', 'Answers are not given as scripts.');

/** The status of a refusal of a kind. */
export const shopStatusOf = (kind: ErrorKind, code: string): number =>
  code === 'idempotency_key_reused' ? UNPROCESSABLE : statusByKind[kind];

export function presentRefusal(error: DomainError, names: ShopNames): ShopResponse {
  const { retryAfter, fields, allow: _, allowance: __, ...details } = error.details;
  const status = shopStatusOf(error.kind, error.code);
  const members = fields && presentFields(fields);
  const code = publishedCode(shopCodes[error.code] ?? error.code, names);
  return responseOf({
    status,
    headers: {
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
      // Not `Basic`, which makes browsers prompt for a password.
      ...(error.kind === 'unauthenticated' && { 'WWW-Authenticate': 'Bearer realm="shop"' }),
    },
    body: {
      code,
      message: members && code === 'rest_invalid_param' ? messageOf(Object.keys(members.params)) : error.message,
      data: { status, ...details, ...members },
    },
  });
}

/** The response to an unexpected error: only the request id, for correlation with the log. */
export function presentFailure(error: unknown, { origin: { requestId } }: ShopRequest): ShopResponse {
  const code = error instanceof JsonEncodeError ? 'rest_encode_error' : 'internal_server_error';
  return responseOf({
    status: INTERNAL_ERROR,
    body: {
      code,
      message: 'Something went wrong on our side.',
      data: { status: INTERNAL_ERROR, ...(requestId !== undefined && { request_id: requestId }) },
    },
  });
}

/** Presents field problems of the core as parameter errors. */
function presentFields(fields: readonly FieldProblem[]): { readonly params: object; readonly details: object } {
  const named = fields.map(({ path, code, message }) => {
    const [first = '', ...rest] = path.map((part) => (typeof part === 'number' ? String(part) : snake(part)));
    return [first + rest.map((part) => `[${part}]`).join(''), { code, message, data: null }] as const;
  });
  return {
    params: Object.fromEntries(named.map(([name, { message }]) => [name, message])),
    details: Object.fromEntries(named),
  };
}
