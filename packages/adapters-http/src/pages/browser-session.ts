import { hash, timingSafeEqual } from 'node:crypto';
import { type Actor, anonymous, type Core, DomainError, type Origin, TOKEN_LIFETIME } from '@backroom/core';
import { requestIdOf } from '../common/request-id.ts';

/** What a session is read from. */
export interface Visited {
  readonly origin: Origin;
  /** A header by its lower-case name. */
  header(name: string): string | undefined;
}

/** Somebody who has signed in with a browser. */
export interface BrowserSession {
  readonly actor: Actor;
  /** The word that forms of this session carry for a purpose; useless in any other session and for anything else. */
  nonce(purpose: string): string;
}

/** What the nonce is for that pages of our own send with requests to the shop interface. */
export const REST_NONCE = 'rest';

/** How long a browser is recognised and a form for signing in stays good, in seconds: 30 days. */
const VISIT_LIFETIME = 30 * 86_400;
const NONCE_LENGTH = 32;

/**
 * The sessions of browsers: an access token in a cookie that no script can read. It ends as every token does: after
 * eight hours, at log-out, with a new password, or when the account is disabled.
 */
export class BrowserSessions {
  readonly #core: Core;
  readonly #isPublicSecure: boolean;

  constructor(core: Core, { isPublicSecure }: { readonly isPublicSecure: boolean }) {
    this.#core = core;
    this.#isPublicSecure = isPublicSecure;
  }

  /** The session that a request belongs to; undefined where there is none, or no longer. */
  async of(request: Visited): Promise<BrowserSession | undefined> {
    const token = cookieOf(request, this.#name('session', request));
    if (token === undefined) return undefined;
    try {
      const actor = await this.#core.identity.authenticateToken(anonymous, { token, origin: request.origin });
      return { actor, nonce: (purpose) => nonceOf(purpose, token) };
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'unauthenticated') return undefined;
      throw error;
    }
  }

  /** The header that begins a session. */
  begin(request: Visited, token: string): Readonly<Record<string, string>> {
    return this.#set(request, 'session', `${token}; Max-Age=${TOKEN_LIFETIME}`);
  }

  /** The header that makes a browser forget its session. */
  end(request: Visited): Readonly<Record<string, string>> {
    return this.#set(request, 'session', '; Max-Age=0');
  }

  /** What ties a form to the browser that asked for it before anybody has signed in. */
  visit(request: Visited): { readonly nonce: string; readonly headers: Readonly<Record<string, string>> } {
    const known = this.browserOf(request);
    const visitor = known ?? requestIdOf(undefined);
    return {
      nonce: nonceOf('login', visitor),
      headers: known === undefined ? this.#set(request, 'visit', `${visitor}; Max-Age=${VISIT_LIFETIME}`) : {},
    };
  }

  /** Whether a form for signing in comes from the browser that asked for it. */
  isOwnVisit(request: Visited, nonce: string): boolean {
    const visitor = this.browserOf(request);
    return visitor !== undefined && isSame(nonce, nonceOf('login', visitor));
  }

  /** The id of a browser that was here before; it says nothing but that, and no script can read it. */
  browserOf(request: Visited): string | undefined {
    const value = cookieOf(request, this.#name('visit', request));
    return value !== undefined && /^[0-9a-f-]{36}$/.test(value) ? value : undefined;
  }

  #isSecure({ origin }: Visited): boolean {
    return this.#isPublicSecure || origin.isSecure === true;
  }

  /** With the prefix, no other host and no unencrypted page can set it (RFC 6265bis, 4.1.3.2). */
  #name(what: 'session' | 'visit', request: Visited): string {
    return `${this.#isSecure(request) ? '__Host-' : ''}cms_${what}`;
  }

  #set(request: Visited, what: 'session' | 'visit', value: string): Readonly<Record<string, string>> {
    const secure = this.#isSecure(request) ? '; Secure' : '';
    return { 'set-cookie': `${this.#name(what, request)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}` };
  }
}

/** Whether a nonce is the one that was given out, in a time that does not tell how much of it is right. */
export function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Nobody who does not know the secret of the cookie can make it, and it says nothing about the secret. */
const nonceOf = (purpose: string, secret: string): string =>
  hash('sha256', `${purpose}\0${secret}`, 'base64url').slice(0, NONCE_LENGTH);

function cookieOf(request: Visited, name: string): string | undefined {
  for (const pair of (request.header('cookie') ?? '').split(';')) {
    const [key = '', ...value] = pair.trim().split('=');
    if (key === name && value.length > 0) return value.join('=');
  }
  return undefined;
}
