import type { AccessClaims, TokenSigner } from '@backroom/core/identity';
import { CompactSign, compactVerify } from 'jose';
import { fixedRing, type RingSource } from './live-ring.ts';
import type { KeyRing, RingKey } from './token-keys.ts';

type JoseObject = Readonly<Record<string, unknown>>;
type Verification = { readonly claims: JoseObject } | { readonly fault: string };

const COMPACT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;
const LONGEST_TOKEN = 4096;
/** Maximum entries of the cache of verified tokens. */
const CACHE_SIZE = 1_000;
/** The type of access tokens (RFC 9068, 2.1). */
const TYPE = 'at+jwt';
/** Header members that supply a key, or demand extensions. */
const refusedMembers = ['jku', 'x5u', 'jwk', 'x5c', 'crit'] as const;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Signs and verifies access tokens as compact JWS (RFC 7515) through `jose`.
 *
 * Keys come only from the ring, each for a single algorithm. Claims are validated by the core, not here.
 */
export class JoseTokenSigner implements TokenSigner {
  readonly #ring: RingSource;
  /** Claims of verified tokens, in the order of insertion. */
  readonly #cache = new Map<string, JoseObject>();
  #cachedRing: KeyRing | undefined;

  constructor(ring: KeyRing | RingSource) {
    this.#ring = 'latest' in ring ? ring : fixedRing(ring);
  }

  async sign(claims: AccessClaims): Promise<string> {
    const { alg, kid, signs } = (await this.#ring.latest()).newest;
    return new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader({ alg, typ: TYPE, kid }).sign(signs);
  }

  async open(token: string): Promise<Verification> {
    const ring = await this.#ring.current();
    if (ring !== this.#cachedRing) this.#clearCache(ring);
    const cached = this.#cache.get(token);
    if (cached) return { claims: cached };
    const result = await this.#verify(token, ring);
    // Another process may have signed with a key added since the last reload.
    if ('fault' in result && result.fault === 'kid') return this.#verify(token, await this.#ring.latest());
    if ('claims' in result && ring === this.#cachedRing) this.#addToCache(token, result.claims);
    return result;
  }

  /** Keys may have been removed from the ring. */
  #clearCache(ring: KeyRing): void {
    this.#cache.clear();
    this.#cachedRing = ring;
  }

  /** Caches the verified signature only: the core validates the claims on each use. */
  #addToCache(token: string, claims: JoseObject): void {
    if (this.#cache.size >= CACHE_SIZE) this.#cache.delete(this.#cache.keys().next().value ?? '');
    this.#cache.set(token, claims);
  }

  async #verify(token: string, ring: KeyRing): Promise<Verification> {
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

  async publicKeys(): Promise<{ readonly keys: readonly JoseObject[] } | undefined> {
    const keys = [...(await this.#ring.current()).keys.values()].flatMap(({ kid, alg, publicJwk }) =>
      publicJwk === undefined ? [] : [{ ...publicJwk, kid, alg, use: 'sig' }],
    );
    return keys.length === 0 ? undefined : { keys };
  }
}

/** The key that the header names, or the name of the failed check. */
function keyFor(ring: KeyRing, header: JoseObject | undefined): RingKey | string {
  if (header === undefined) return 'header';
  const refused = refusedMembers.find((name) => Object.hasOwn(header, name));
  if (refused !== undefined) return refused;
  const { alg, kid, typ } = header;
  if (typ !== TYPE) return 'typ';
  const key = typeof kid === 'string' ? ring.keys.get(kid) : undefined;
  if (key === undefined) return 'kid';
  return alg === key.alg ? key : 'alg';
}

/** The payload; undefined when the signature is invalid. All errors of the library mean an invalid token. */
async function verified(token: string, key: RingKey): Promise<Uint8Array | undefined> {
  try {
    return (await compactVerify(token, key.verifies, { algorithms: [key.alg] })).payload;
  } catch {
    return undefined;
  }
}

function parseObject(bytes: Uint8Array): JoseObject | undefined {
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JoseObject) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the text is canonical base64url: the unused bits of the last character are zero. */
const isCanonical = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part;
