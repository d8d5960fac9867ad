import type { IncomingMessage } from 'node:http';
import { type Actor, anonymous, type Core, type Origin } from '@backroom/core';
import { type CredentialOptions, createCookieRules } from '../credentials/cookie-rules.ts';
import { countOf } from '../credentials/raw-headers.ts';
import { createAuthenticate } from '../inventory/authenticate.ts';

/** Authenticates a request to the shop interface. */
export type AuthenticateShopper = (request: IncomingMessage, origin: Origin) => Promise<Actor>;

/**
 * Authenticates requests to the shop interface by application password (HTTP Basic), by a bearer token of the inventory,
 * which belongs to the same account, or by a browser session, exactly as the inventory does. A request without credentials is anonymous; an
 * invalid credential is refused on every route.
 */
export function createShopAuthenticate(core: Core, options: CredentialOptions = {}): AuthenticateShopper {
  const authenticate = createAuthenticate(core, createCookieRules(core, options));
  return async (request, origin) => {
    const { authorization } = request.headers;
    if (authorization === undefined || !/^Basic\b/i.test(authorization)) return authenticate(request, origin);
    const isOnly = countOf(request.rawHeaders, 'authorization') === 1;
    const { username, password } = isOnly ? basicOf(authorization) : unreadable;
    return core.identity.authenticateApplicationPassword(anonymous, { username, password, origin });
  };
}

const unreadable = { username: '', password: '' };

/** Parses a Basic credential (RFC 7617); a malformed one is invalid. */
function basicOf(authorization: string): { readonly username: string; readonly password: string } {
  const encoded = /^Basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(authorization)?.[1];
  const [username = '', ...password] = Buffer.from(encoded ?? '', 'base64')
    .toString('utf8')
    .split(':');
  return { username, password: password.join(':') };
}
