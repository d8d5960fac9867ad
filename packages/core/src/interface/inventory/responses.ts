import { DomainError, type FieldProblem } from '../../kernel/errors.ts';
import { snake } from '../../kernel/names.ts';
import type { Answer } from '../endpoint.ts';
import { linkHeader } from '../link-header.ts';
import type { RestRequest, RestResponse } from '../request.ts';
import type { Route } from '../route.ts';
import { commonStatus, INTERNAL_ERROR, UNPROCESSABLE } from '../status.ts';

export const inventoryStatus = { ...commonStatus, invalid: UNPROCESSABLE } as const;

/** Media type of problem documents (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json';

/** Media type of server-sent events. */
export const EVENT_STREAM = 'text/event-stream; charset=utf-8';
/** Neither caches nor proxies hold events back. */
const eventHeaders = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' };

const privateParts = new Set(['/session', '/users', '/ldap-config', '/test-ldap', '/audit', '/jobs', '/search']);

function cacheControlOf(path: string): string {
  const end = path.indexOf('/', 1);
  return privateParts.has(end < 0 ? path : path.slice(0, end)) ? 'no-store' : 'private, no-cache';
}

export function presentAnswer(answer: Answer, request: RestRequest, { effect }: Pick<Route, 'effect'>): RestResponse {
  const cacheControl = cacheControlOf(request.path);
  const headers: Record<string, string> = { 'cache-control': cacheControl };
  // For HTTP/1.0 caches; required with tokens (RFC 6749, 5.1).
  if (cacheControl === 'no-store') headers.pragma = 'no-cache';
  if (answer.list) Object.assign(headers, listHeaders(answer.list, request));
  if (answer.etag !== undefined) headers.etag = `"${answer.etag}"`;
  if (answer.location !== undefined) headers.location = `${request.prefix}${answer.location}`;
  if (answer.replayed) headers['idempotent-replayed'] = 'true';
  const { status, body, cookie, live } = answer;
  if (live) return { status, headers: { ...headers, ...eventHeaders }, body, contentType: EVENT_STREAM, live };
  const isRead = effect === 'read' && request.method === 'POST';
  if (!answer.stream)
    return { status, headers, body, ...(cookie !== undefined && { cookie }), ...(isRead && { isRead }) };
  const { contentType, fileName, chunks } = answer.stream;
  headers['content-disposition'] = `attachment; filename="${fileName}"`;
  return { status, headers, body: undefined, contentType, chunks };
}

/** Converts a refusal to a response with a problem document (RFC 9457). */
export function presentRefusal(
  error: DomainError,
  request: RestRequest,
  status: number = inventoryStatus[error.kind],
): RestResponse {
  const { retryAfter, allow } = error.details;
  return {
    status,
    headers: {
      'cache-control': 'no-store',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      ...(Array.isArray(allow) && { allow: allow.join(', ') }),
      ...(error.kind === 'unauthenticated' && { 'www-authenticate': challengeFor(error.code) }),
    },
    body: problemOf(error, { status, request }),
    contentType: PROBLEM_TYPE,
  };
}

/** The response to an unexpected error, without any detail of it. */
export const presentFailure = (_: unknown, request: RestRequest): RestResponse =>
  presentRefusal(
    new DomainError('unavailable', 'internal_error', 'Something went wrong on our side.'),
    request,
    INTERNAL_ERROR,
  );

/** RFC 6750, 3. */
const challengeFor = (code: string): string =>
  `Bearer realm="inventory"${code === 'invalid_token' ? ', error="invalid_token"' : ''}`;

/** Members of the request that a problem document quotes. */
export type ProblemContext = Pick<RestRequest, 'prefix' | 'path' | 'origin'>;

export function problemOf(
  error: DomainError,
  { status, request }: { readonly status: number; readonly request: ProblemContext },
): Readonly<Record<string, unknown>> {
  const { type, title, detail, code, errors, ...details } = problemIn(error);
  return {
    ...details,
    type,
    title,
    status,
    detail,
    instance: `${request.prefix}${request.path}`,
    code,
    request_id: request.origin.requestId,
    ...(errors !== undefined && { errors }),
  };
}

/** A problem document without the members that concern a whole request: for the refusal of a part of one. */
export function problemIn(error: DomainError): Readonly<Record<string, unknown>> {
  const { fields, retryAfter: _, allow: __, allowance: ___, ...details } = error.details;
  return {
    ...details,
    type: `urn:inventory:problem:${error.code}`,
    title: titleOf(error.code),
    status: inventoryStatus[error.kind],
    detail: error.message,
    code: error.code,
    ...(fields && { errors: fields.map(presentField) }),
  };
}

/** `insufficient_stock` → `Insufficient stock`. */
function titleOf(code: string): string {
  if (code === 'invalid_credentials') return 'Username or password is incorrect.';
  return code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');
}

function presentField({ path, in: place, code, message, isForeign }: FieldProblem): unknown {
  const names = path.map((part, index) =>
    typeof part === 'number' || (isForeign && index === path.length - 1) ? part : snake(part),
  );
  const field = names.reduce<string>(
    (whole, part) => (typeof part === 'number' ? `${whole}[${part}]` : whole === '' ? part : `${whole}.${part}`),
    '',
  );
  const pointer = names.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { field, ...(place ? { in: place } : { pointer }), code, message };
}

/** Total count and page links of a list (RFC 8288). */
export function listHeaders(
  { total, next }: NonNullable<Answer['list']>,
  request: RestRequest,
): Record<string, string> {
  const parameters = new Map(request.query);
  const page = Number(parameters.get('page') ?? 1);
  const perPage = Number(parameters.get('per_page') ?? 100);
  const pages = Math.ceil(total / perPage);
  const to = (changes: Readonly<Record<string, string>>) => {
    const query = new Map([...parameters, ...Object.entries(changes)]);
    const others = 'page' in changes ? ['before_id', 'after_id'] : ['page'];
    for (const name of others) query.delete(name);
    return `<${request.prefix}${request.path}?${[...query].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}>`;
  };
  const isKeyset = parameters.has('before_id') || parameters.has('after_id');
  const links = [
    `${to({ page: '1' })}; rel="first"`,
    ...(page > 1 && !isKeyset ? [`${to({ page: String(Math.min(page - 1, Math.max(pages, 1))) })}; rel="prev"`] : []),
    ...(next ? [`${to(next)}; rel="next"`] : []),
    ...(!next && page < pages && !isKeyset ? [`${to({ page: String(page + 1) })}; rel="next"`] : []),
    `${to({ page: String(Math.max(pages, 1)) })}; rel="last"`,
  ];
  const link = linkHeader(links);
  return { 'x-total-count': String(total), 'x-total-pages': String(pages), ...(link !== undefined && { link }) };
}
