import type { AccessClaims, TokenSigner } from '@backroom/core';
import { CompactSign, compactVerify } from 'jose';
import { fixedRing, type RingSource } from './live-ring.ts';
import type { KeyRing, RingKey } from './token-keys.ts';

type JsonObject = Readonly<Record<string, unknown>>;
type Opened = { readonly claims: JsonObject } | { readonly fault: string };

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
  readonly #ring: RingSource;
  readonly #genuine = new Map<string, JsonObject>();
  #remembersFor: KeyRing | undefined;

  constructor(ring: KeyRing | RingSource) {
    this.#ring = 'latest' in ring ? ring : fixedRing(ring);
  }

  async sign(claims: AccessClaims): Promise<string> {
    const { alg, kid, signs } = (await this.#ring.latest()).newest;
    return new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader({ alg, typ: TYPE, kid }).sign(signs);
  }

  async open(token: string): Promise<Opened> {
    const ring = await this.#ring.current();
    if (ring !== this.#remembersFor) this.#forgetAll(ring);
    const known = this.#genuine.get(token);
    if (known) return { claims: known };
    const opened = await this.#examine(token, ring);
    // Another process may have signed with a key that came a moment ago.
    if ('fault' in opened && opened.fault === 'kid') return this.#examine(token, await this.#ring.latest());
    if ('claims' in opened && ring === this.#remembersFor) this.#remember(token, opened.claims);
    return opened;
  }

  /** With other keys, what was genuine may not be so any more. */
  #forgetAll(ring: KeyRing): void {
    this.#genuine.clear();
    this.#remembersFor = ring;
  }

  /** The signature of a text does not change; whether its claims still hold is asked anew every time, elsewhere. */
  #remember(token: string, claims: JsonObject): void {
    if (this.#genuine.size >= MOST_REMEMBERED) this.#genuine.delete(this.#genuine.keys().next().value ?? '');
    this.#genuine.set(token, claims);
  }

  async #examine(token: string, ring: KeyRing): Promise<Opened> {
    if (token.length > LONGEST_TOKEN || !COMPACT.test(token)) return { fault: 'form' };
    const [header = '', ...rest] = token.split('.');
    if (![header, ...rest].every(isCanonical)) return { fault: 'encoding' };
    const key = keyFor(ring, parseObject(Buffer.from(header, 'base64url')));
    if (typeof key === 'string') return { fault: key };
    const payload = await verified(token, key);
    if (payload === undefined) return { fault: 'signature' };
    const claims = parseObject(payload);
    return claims === undefined ? { fault: 'payload' } : { claims };
  }

  async publicKeys(): Promise<{ readonly keys: readonly JsonObject[] } | undefined> {
    const keys = [...(await this.#ring.current()).keys.values()].flatMap(({ kid, alg, publicJwk }) =>
      publicJwk === undefined ? [] : [{ ...publicJwk, kid, alg, use: 'sig' }],
    );
    return keys.length === 0 ? undefined : { keys };
  }
}

/** The key that the header names, or the name of the check the header failed. */
function keyFor(ring: KeyRing, header: JsonObject | undefined): RingKey | string {
  if (header === undefined) return 'header';
  const refused = refusedMembers.find((name) => Object.hasOwn(header, name));
  if (refused !== undefined) return refused;
  const { alg, kid, typ } = header;
  if (typ !== TYPE) return 'typ';
  const key = typeof kid === 'string' ? ring.keys.get(kid) : undefined;
  if (key === undefined) return 'kid';
  return alg === key.alg ? key : 'alg';
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
