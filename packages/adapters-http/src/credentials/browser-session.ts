import { hash, timingSafeEqual } from 'node:crypto';
import { type Actor, anonymous, type Core, DomainError, type Origin, type PageSession } from '@backroom/core';
import { TOKEN_LIFETIME } from '@backroom/core/identity';
import { requestIdOf } from '../common/request-id.ts';

/** Request data that a session is read from. */
export interface SessionRequest {
  readonly origin: Origin;
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined;
}

/** The account of a browser session. */
export type SessionActor = Actor & { readonly session: PageSession };

/** A logged-in browser session. */
export interface BrowserSession extends Pick<PageSession, 'nonce'> {
  readonly actor: SessionActor;
}

/** Lifetime of the browser id and of login forms, in seconds: 30 days. */
const PRE_SESSION_LIFETIME = 30 * 86_400;
const NONCE_LENGTH = 32;

/**
 * Browser sessions: an access token in a cookie that scripts cannot read. It expires like every token: after eight hours,
 * at log-out, with a new password, or when the account is disabled.
 */
export class BrowserSessions {
  readonly #core: Core;
  readonly #isPublicSecure: boolean;

  constructor(core: Core, { isPublicSecure }: { readonly isPublicSecure: boolean }) {
    this.#core = core;
    this.#isPublicSecure = isPublicSecure;
  }

  /** The account of the session of a request; undefined if there is none or it has expired. */
  async of(request: SessionRequest): Promise<SessionActor | undefined> {
    const token = cookieOf(request, this.#name('session', request));
    if (token === undefined) return undefined;
    try {
      return await this.#core.identity.authenticateSession(anonymous, { token, origin: request.origin });
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'unauthenticated') return undefined;
      throw error;
    }
  }

  /** `Set-Cookie` header that starts a session, or goes on with it; the cookie lasts as long as the token. */
  begin(request: SessionRequest, token: string, seconds = TOKEN_LIFETIME): Readonly<Record<string, string>> {
    return this.#set(request, 'session', `${token}; Max-Age=${seconds}`);
  }

  /** `Set-Cookie` header that deletes the session cookie. */
  end(request: SessionRequest): Readonly<Record<string, string>> {
    return this.#set(request, 'session', '; Max-Age=0');
  }

  /** Nonce and cookie that bind a login form to the browser before login. */
  preSession(request: SessionRequest): { readonly nonce: string; readonly headers: Readonly<Record<string, string>> } {
    const known = this.browserOf(request);
    const browserId = known ?? requestIdOf(undefined);
    return {
      nonce: nonceOf('login', browserId),
      headers: known === undefined ? this.#set(request, 'visit', `${browserId}; Max-Age=${PRE_SESSION_LIFETIME}`) : {},
    };
  }

  /** Whether a login form was issued to this browser. */
  isLoginNonce(request: SessionRequest, nonce: string): boolean {
    const browserId = this.browserOf(request);
    return browserId !== undefined && isSame(nonce, nonceOf('login', browserId));
  }

  /** Random id of a returning browser, from a cookie that scripts cannot read. */
  browserOf(request: SessionRequest): string | undefined {
    const value = cookieOf(request, this.#name('visit', request));
    return value !== undefined && /^[0-9a-f-]{36}$/.test(value) ? value : undefined;
  }

  #isSecure({ origin }: SessionRequest): boolean {
    return this.#isPublicSecure || origin.isSecure === true;
  }

  /** With the prefix, no other host and no unencrypted page can set it (RFC 6265bis, 4.1.3.2). */
  #name(what: 'session' | 'visit', request: SessionRequest): string {
    return `${this.#isSecure(request) ? '__Host-' : ''}cms_${what}`;
  }

  #set(request: SessionRequest, what: 'session' | 'visit', value: string): Readonly<Record<string, string>> {
    const secure = this.#isSecure(request) ? '; Secure' : '';
    return { 'set-cookie': `${this.#name(what, request)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}` };
  }
}

/** Constant-time comparison of nonces. */
export function isSame(given: string, expected: string): boolean {
  const one = Buffer.from(given);
  const other = Buffer.from(expected);
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Derived from the id of the browser: cannot be computed without it and does not disclose it. */
const nonceOf = (purpose: string, secret: string): string =>
  hash('sha256', `${purpose}\0${secret}`, 'base64url').slice(0, NONCE_LENGTH);

function cookieOf(request: SessionRequest, name: string): string | undefined {
  for (const pair of (request.header('cookie') ?? '').split(';')) {
    const [key = '', ...value] = pair.trim().split('=');
    if (key === name && value.length > 0) return value.join('=');
  }
  return undefined;
}
