import type { AccessClaims, TokenSigner } from '@backroom/core';
import { CompactSign, compactVerify } from 'jose';
import type { KeyRing, RingKey } from './token-keys.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const COMPACT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;
const LONGEST_TOKEN = 4096;
/** Tokens whose signature was found genuine are not examined again while they are among the last so many. */
const MOST_REMEMBERED = 1_000;
/** The type of access tokens (RFC 9068, 2.1). */
const TYPE = 'at+jwt';
/** Members that bring a key along or ask for rules of their own. */
const refusedMembers = ['jku', 'x5u', 'jwk', 'x5c', 'crit'] as const;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Signs and recognizes access tokens in the compact form of JWS (RFC 7515) through `jose`.
 *
 * Keys come from its ring only, each for its one algorithm. It says nothing about the claims: the core judges those.
 */
export class JoseTokenSigner implements TokenSigner {
  readonly #ring: KeyRing;
  readonly #genuine = new Map<string, JsonObject>();

  constructor(ring: KeyRing) {
    this.#ring = ring;
  }

  async sign(claims: AccessClaims): Promise<string> {
    const { alg, kid, signs } = this.#ring.newest;
    return new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader({ alg, typ: TYPE, kid }).sign(signs);
  }

  async open(token: string): Promise<{ readonly claims: JsonObject } | { readonly fault: string }> {
    const known = this.#genuine.get(token);
    if (known) return { claims: known };
    const opened = await this.#examine(token);
    if ('claims' in opened) this.#remember(token, opened.claims);
    return opened;
  }

  /** The signature of a text does not change; whether its claims still hold is asked anew every time, elsewhere. */
  #remember(token: string, claims: JsonObject): void {
    if (this.#genuine.size >= MOST_REMEMBERED) this.#genuine.delete(this.#genuine.keys().next().value ?? '');
    this.#genuine.set(token, claims);
  }

  async #examine(token: string): Promise<{ readonly claims: JsonObject } | { readonly fault: string }> {
    if (token.length > LONGEST_TOKEN || !COMPACT.test(token)) return { fault: 'form' };
    const [header = '', ...rest] = token.split('.');
    if (![header, ...rest].every(isCanonical)) return { fault: 'encoding' };
    const key = this.#keyFor(parseObject(Buffer.from(header, 'base64url')));
    if (typeof key === 'string') return { fault: key };
    const payload = await verified(token, key);
    if (payload === undefined) return { fault: 'signature' };
    const claims = parseObject(payload);
    return claims === undefined ? { fault: 'payload' } : { claims };
  }

  async publicKeys(): Promise<{ readonly keys: readonly JsonObject[] } | undefined> {
    const keys = [...this.#ring.keys.values()].flatMap(({ kid, alg, publicJwk }) =>
      publicJwk === undefined ? [] : [{ ...publicJwk, kid, alg, use: 'sig' }],
    );
    return keys.length === 0 ? undefined : { keys };
  }

  /** The key that the header names, or the name of the check the header failed. */
  #keyFor(header: JsonObject | undefined): RingKey | string {
    if (header === undefined) return 'header';
    const refused = refusedMembers.find((name) => Object.hasOwn(header, name));
    if (refused !== undefined) return refused;
    const { alg, kid, typ } = header;
    if (typ !== TYPE) return 'typ';
    const key = typeof kid === 'string' ? this.#ring.keys.get(kid) : undefined;
    if (key === undefined) return 'kid';
    return alg === key.alg ? key : 'alg';
  }
}

/** What is signed, or undefined when the signature does not hold; all that the library throws is the token's fault. */
async function verified(token: string, key: RingKey): Promise<Uint8Array | undefined> {
  try {
    return (await compactVerify(token, key.verifies, { algorithms: [key.alg] })).payload;
  } catch {
    return undefined;
  }
}

function parseObject(bytes: Uint8Array): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the text is the one spelling of its bytes: the unused bits of the last character are zero. */
const isCanonical = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part;
