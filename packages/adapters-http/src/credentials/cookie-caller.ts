import type { IncomingMessage } from 'node:http';
import { type Actor, anonymous, DomainError, type Origin } from '@backroom/core';
import { targetOf } from '../common/read-request.ts';
import type { BrowserSessions, SessionRequest } from './browser-session.ts';
import { countOf } from './raw-headers.ts';

/** How requests with the cookie of a session are recognised. */
export interface CookieRules {
  readonly sessions: BrowserSessions;
  /** Name of the header of the nonce, in lower case. */
  readonly nonceHeader: string;
  /** Origin of the public address; by default that of the `Host` header. */
  readonly publicOrigin: string | undefined;
}

/** A request, as far as the caller is read from it. */
export interface CookieCall {
  readonly request: IncomingMessage;
  readonly origin: Origin;
}

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * The caller of a request by the cookie of a session. Browsers send the cookie with requests of other sites too, so that it
 * counts only for requests of this site, and for writes only with the nonce of the session.
 * @throws DomainError `rest_cookie_invalid_nonce`
 */
export async function cookieCaller(rules: CookieRules, call: CookieCall): Promise<Actor> {
  const { request, origin } = call;
  if (request.headers.cookie === undefined) return { ...anonymous, origin };
  const nonce = sentNonce(rules, request);
  const isOfThisSite = isSameSite(rules, call);
  const isReading = readingMethods.has(request.method ?? '');
  // Programs that send no header of their site prove by the nonce that they have read a page.
  const isProven = nonce !== undefined && (isReading ? !isForeign(request) : isOfThisSite);
  if (!isProven && !(isReading && isOfThisSite)) return { ...anonymous, origin };
  const actor = await rules.sessions.of(sessionRequestOf(call));
  if (!actor) return { ...anonymous, origin };
  if (nonce === undefined || actor.session.isOwn(nonce)) return actor;
  throw new DomainError('forbidden', 'rest_cookie_invalid_nonce', 'The page is too old: load it again.');
}

/** A browser that may sign in, and the cookie that recognises it. */
export interface IdentifiedBrowser {
  readonly actor: Actor;
  /** `Set-Cookie` with the first pre-session. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Identifies a browser that may begin a session; its sign-in needs the nonce of its pre-session or of its session. */
export async function identifyBrowser(rules: CookieRules, call: CookieCall): Promise<IdentifiedBrowser> {
  const { sessions } = rules;
  const sessionRequest = sessionRequestOf(call);
  const { nonce, headers } = sessions.preSession(sessionRequest);
  const sent = sentNonce(rules, call.request);
  const isOwn = sent !== undefined && isSameSite(rules, call) && (await isKnown(sessions, sessionRequest, sent));
  const preSession = { nonce, isOwn, browser: sessions.browserOf(sessionRequest) };
  return { actor: { ...anonymous, origin: call.origin, preSession }, headers };
}

const isKnown = async (sessions: BrowserSessions, sessionRequest: SessionRequest, nonce: string): Promise<boolean> =>
  sessions.isLoginNonce(sessionRequest, nonce) || ((await sessions.of(sessionRequest))?.session.isOwn(nonce) ?? false);

/** The request with the cookies that a session is read from; Node joins several `Cookie` headers. */
const sessionRequestOf = ({ request, origin }: CookieCall): SessionRequest => ({
  origin,
  header: (name) => (name === 'cookie' ? request.headers.cookie : undefined),
});

function sentNonce({ nonceHeader }: CookieRules, { headers, url = '' }: IncomingMessage): string | undefined {
  const sent = headers[nonceHeader] ?? new URLSearchParams(targetOf(url).search).get('_cmsnonce');
  return typeof sent === 'string' && sent !== '' ? sent : undefined;
}

/** Whether a page of this site sent the request: as the browser says, or, where it says nothing, by its origin. */
function isSameSite({ publicOrigin }: CookieRules, { request, origin }: CookieCall): boolean {
  const { 'sec-fetch-site': site, origin: sender, host = '' } = request.headers;
  if (site !== undefined) return site === 'same-origin' && countOf(request.rawHeaders, 'sec-fetch-site') === 1;
  const own = publicOrigin ?? `${origin.isSecure ? 'https' : 'http'}://${host.toLowerCase()}`;
  return sender !== undefined && sender === own;
}

/** Whether the browser says that another site sent the request, or none. */
const isForeign = ({ headers }: IncomingMessage): boolean =>
  headers['sec-fetch-site'] !== undefined && headers['sec-fetch-site'] !== 'same-origin';
