import type { RestRequest } from '@backroom/core/interface';

/** Returns the CORS headers of a response; `allow` is its `Allow` header, if any. */
export type Cors = (request: RestRequest, allow: string | undefined) => Readonly<Record<string, string>>;

const readableHeaders = [
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Limit',
  'RateLimit-Policy',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'WWW-Authenticate',
  'X-Api-Version',
  'X-Request-Id',
  'X-Total-Count',
  'X-Total-Pages',
].join(', ');
const sendableHeaders = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id';
const secondsPreflightIsKept = '600';

/**
 * Allows scripts of exactly these origins; undefined without any. Browser credentials are never allowed: a bearer token
 * needs none.
 * @throws Error for an invalid origin, `*` included
 */
export function createCors(origins: readonly string[]): Cors | undefined {
  if (origins.length === 0) return undefined;
  for (const origin of origins) demandOrigin(origin);
  const allowed = new Set(origins);
  return (request, allow) => {
    const origin = request.header('origin');
    if (origin === undefined || !allowed.has(origin)) return {};
    const isPreflight = request.method === 'OPTIONS' && request.header('access-control-request-method') !== undefined;
    if (!isPreflight)
      return { 'access-control-allow-origin': origin, 'access-control-expose-headers': readableHeaders };
    return {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': allow ?? '',
      'access-control-allow-headers': sendableHeaders,
      'access-control-max-age': secondsPreflightIsKept,
    };
  };
}

function demandOrigin(origin: string): void {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
    throw new Error(`Not an origin such as https://app.example: ${origin}`);
  }
}
