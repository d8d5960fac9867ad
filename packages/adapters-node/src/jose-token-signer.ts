import type {
  AccessClaims,
  TokenExpectations,
  TokenNames,
  TokenSigner,
  TokenVerification,
} from '@backroom/core/identity';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { HmacSessionNonces } from './hmac-session-nonces.ts';
import { fixedRing, type RingSource } from './keys/live-ring.ts';
import type { KeyRing, RingKey } from './keys/token-keys.ts';

const COMPACT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;
const LONGEST_TOKEN = 4096;
/** Maximum entries of the cache of verified tokens: reading an item takes 30 % less time with it (ADR 11). */
const CACHE_SIZE = 1_000;
/** The type of access tokens (RFC 9068, 2.1). */
const TYPE = 'at+jwt';
/** Header members that supply a key, or demand extensions. */
const refusedMembers = ['jku', 'x5u', 'jwk', 'x5c', 'crit'] as const;
/** Claims of every access token. */
const requiredClaims = ['iss', 'aud', 'sub', 'iat', 'exp', 'jti', 'tv'];

type Claims = Readonly<Record<string, unknown>>;

/** The claims of a verified token, and the names that they were verified against. */
interface CacheEntry extends TokenNames {
  readonly claims: Claims;
}

/**
 * Signs and verifies access tokens as JWT (RFC 7519) through `jose`.
 *
 * Keys come only from the ring, each for a single algorithm.
 */
export class JoseTokenSigner implements TokenSigner {
  readonly #ring: RingSource;
  /** Verified tokens of `#cachedRing`, oldest first. */
  readonly #cache = new Map<string, CacheEntry>();
  #cachedRing: KeyRing | undefined;

  constructor(ring: KeyRing | RingSource) {
    this.#ring = 'latest' in ring ? ring : fixedRing(ring);
  }

  async sign(claims: AccessClaims): Promise<string> {
    const { alg, kid, signs } = (await this.#ring.latest()).newest;
    return new SignJWT({ ...claims }).setProtectedHeader({ alg, typ: TYPE, kid }).sign(signs);
  }

  async verify(token: string, expected: TokenExpectations): Promise<TokenVerification> {
    const ring = await this.#ring.current();
    const cached = this.#cachedClaims(token, ring, expected);
    if (cached) return { claims: cached };
    if (token.length > LONGEST_TOKEN || !COMPACT.test(token)) return { fault: 'form' };
    // The library accepts several spellings of the same bytes.
    if (!token.split('.').every(isCanonical)) return { fault: 'encoding' };
    let key = keyFor(ring, token);
    // Another process may have signed with a key added since the last reload.
    if (key === 'kid') key = keyFor(await this.#ring.latest(), token);
    if (typeof key === 'string') return { fault: key };
    const result = await verified(token, key, expected);
    if (result.fault === undefined && ring === this.#cachedRing) this.#remember(token, result.claims, expected);
    return result;
  }

  /** The claims of a cached token. Of them, only `exp` can have become invalid since. */
  #cachedClaims(token: string, ring: KeyRing, { issuer, audience, now }: TokenExpectations): Claims | undefined {
    // Keys may have been removed from the ring.
    if (ring !== this.#cachedRing) this.#cache.clear();
    this.#cachedRing = ring;
    const entry = this.#cache.get(token);
    if (entry?.issuer !== issuer || entry.audience !== audience) return undefined;
    return Number(entry.claims.exp) * 1000 > now.getTime() ? entry.claims : undefined;
  }

  #remember(token: string, claims: Claims, { issuer, audience }: TokenNames): void {
    if (this.#cache.size >= CACHE_SIZE) this.#cache.delete(this.#cache.keys().next().value ?? '');
    this.#cache.set(token, { claims, issuer, audience });
  }

  async noncesOf(sessionId: string): Promise<HmacSessionNonces> {
    return new HmacSessionNonces(await this.#ring.current(), sessionId);
  }

  async publicKeys(): ReturnType<TokenSigner['publicKeys']> {
    const keys = [...(await this.#ring.current()).keys.values()].flatMap(({ kid, alg, publicJwk }) =>
      publicJwk === undefined ? [] : [{ ...publicJwk, kid, alg, use: 'sig' }],
    );
    return keys.length === 0 ? undefined : { keys };
  }
}

/** The key that the header names, or the name of the failed check. */
function keyFor(ring: KeyRing, token: string): RingKey | string {
  const header = headerOf(token);
  if (header === undefined) return 'header';
  const refused = refusedMembers.find((name) => Object.hasOwn(header, name));
  if (refused !== undefined) return refused;
  const { alg, kid, typ } = header;
  // The library also accepts other spellings of the type.
  if (typ !== TYPE) return 'typ';
  const key = typeof kid === 'string' ? ring.keys.get(kid) : undefined;
  if (key === undefined) return 'kid';
  return alg === key.alg ? key : 'alg';
}

function headerOf(token: string): ReturnType<typeof decodeProtectedHeader> | undefined {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return undefined;
  }
}

async function verified(token: string, key: RingKey, expected: TokenExpectations): Promise<TokenVerification> {
  const { issuer, audience, now } = expected;
  try {
    const { payload } = await jwtVerify(token, key.verifies, {
      algorithms: [key.alg],
      issuer,
      audience,
      requiredClaims,
      currentDate: now,
    });
    return { claims: payload };
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
      return { fault: `claim ${error.claim}`, claims: error.payload };
    return { fault: error instanceof errors.JWTInvalid ? 'payload' : 'signature' };
  }
}

/** Whether the text is canonical base64url: the unused bits of the last character are zero. */
const isCanonical = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part;
