import type { IncomingMessage } from 'node:http';
import { type Actor, anonymous, type Core, DomainError, type Origin } from '@backroom/core';
import { defaultShopNames } from '@backroom/core/interface';
import { targetOf } from '../common/read-request.ts';
import { countOf, createAuthenticate } from '../inventory/authenticate.ts';
import { BrowserSessions, isSame, REST_NONCE } from '../pages/browser-session.ts';

/** Authenticates a request to the shop interface. */
export type AuthenticateShopper = (request: IncomingMessage, origin: Origin) => Promise<Actor>;

/** Settings of an installation. */
export interface ShopCredentialOptions {
  /** Prefix of custom headers. */
  readonly headerPrefix?: string;
  /** Public base address of the site. */
  readonly publicUrl?: string;
}

/**
 * Authenticates requests to the shop interface by application password (HTTP Basic), by a bearer token of the inventory,
 * which belongs to the same account, or by a browser session with its nonce. A request without credentials is anonymous; an
 * invalid credential is refused on every route.
 */
export function createShopAuthenticate(core: Core, options: ShopCredentialOptions = {}): AuthenticateShopper {
  const { headerPrefix = defaultShopNames.headerPrefix, publicUrl = '' } = options;
  const authenticateBearer = createAuthenticate(core);
  const sessions = new BrowserSessions(core, { isPublicSecure: /^https:/i.test(publicUrl) });
  const nonceHeader = `${headerPrefix}Nonce`.toLowerCase();
  return async (request, origin) => {
    const { authorization } = request.headers;
    if (authorization === undefined) return bySession(sessions, { request, origin, nonceHeader });
    if (!/^Basic\b/i.test(authorization)) return authenticateBearer(request, origin);
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

interface Browsed {
  readonly request: IncomingMessage;
  readonly origin: Origin;
  readonly nonceHeader: string;
}

/** Browsers send the cookie with cross-site requests: only the nonce proves that a page of this site sent it. */
async function bySession(sessions: BrowserSessions, { request, origin, nonceHeader }: Browsed): Promise<Actor> {
  const { headers, url = '' } = request;
  if (headers.cookie === undefined) return { ...anonymous, origin };
  const sent = headers[nonceHeader] ?? new URLSearchParams(targetOf(url).search).get('_cmsnonce');
  if (typeof sent !== 'string' || sent === '') return { ...anonymous, origin };
  const session = await sessions.of({ origin, header: (name) => (name === 'cookie' ? headers.cookie : undefined) });
  if (!session) return { ...anonymous, origin };
  const isOwn = (nonce: string): boolean => isSame(nonce, session.nonce(REST_NONCE));
  if (isOwn(sent)) return { ...session.actor, session: { isOwn } };
  throw new DomainError('forbidden', 'rest_cookie_invalid_nonce', 'The page is too old: load it again.');
}
