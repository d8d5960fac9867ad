import type { IncomingMessage } from 'node:http';
import { type Actor, anonymous, type Core, invalidToken, type Origin } from '@backroom/core';

/** Tells who sent a request; the answer carries the origin it was asked with. */
export type Authenticate = (request: IncomingMessage, origin: Origin) => Promise<Actor>;

/** Makes requests' bearer tokens into actors. A request without any credential comes from nobody. */
export const createAuthenticate =
  (core: Core): Authenticate =>
  async (request, origin) => {
    const token = bearerTokenOf(request);
    return token === undefined
      ? { ...anonymous, origin }
      : core.identity.authenticateToken(anonymous, { token, origin });
  };

const credentials = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i;

/**
 * The token in the `Authorization` header, and nowhere else (RFC 6750, 2.1); undefined without that header.
 * @throws DomainError `invalid_token` for another scheme, no token, several, or several headers
 */
export function bearerTokenOf({ headers, rawHeaders }: IncomingMessage): string | undefined {
  if (headers.authorization === undefined) return undefined;
  const token = credentials.exec(headers.authorization)?.[1];
  // Node drops all but the first, silently.
  if (token === undefined || countOf(rawHeaders, 'authorization') > 1) throw invalidToken();
  return token;
}

/** How often a header was sent; Node drops all but the first of some. */
export function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const each = rawHeaders[index] ?? '';
    if (each.length === name.length && each.toLowerCase() === name) count += 1;
  }
  return count;
}
