import type { IncomingMessage } from 'node:http';
import { type Actor, anonymous, type Core, type Origin } from '@backroom/core';
import { invalidToken } from '@backroom/core/identity';
import type { ClientReader } from '../common/client-address.ts';
import { type CookieRules, cookieCaller } from '../credentials/cookie-caller.ts';
import { countOf } from '../credentials/raw-headers.ts';

/**
 * Authenticates a request; the actor carries the given origin.
 * @throws DomainError at once for a malformed `Authorization` header
 */
export type Authenticate = (request: IncomingMessage, origin: Origin) => Promise<Actor>;

/** In place of credentials, limits of time and client addresses, on a socket that only trusted callers reach. */
export interface TrustedAccess {
  readonly authenticate: Authenticate;
  readonly within: Core['runRequest'];
  readonly clientOf: ClientReader;
}

/** Authenticates requests by bearer token, else by the cookie of a session. A request without credentials is anonymous. */
export const createAuthenticate =
  (core: Core, cookies: CookieRules): Authenticate =>
  (request, origin) => {
    const token = bearerTokenOf(request);
    return token === undefined
      ? cookieCaller(cookies, { request, origin })
      : core.identity.authenticateToken(anonymous, { token, origin });
  };

const credentials = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i;

/**
 * Reads the token of the `Authorization` header only (RFC 6750, 2.1); undefined without that header.
 * @throws DomainError `invalid_token` for another scheme, a missing token, several tokens, or several headers
 */
export function bearerTokenOf({ headers, rawHeaders }: IncomingMessage): string | undefined {
  if (headers.authorization === undefined) return undefined;
  const token = credentials.exec(headers.authorization)?.[1];
  // Node silently drops all headers but the first.
  if (token === undefined || countOf(rawHeaders, 'authorization') > 1) throw invalidToken();
  return token;
}
