import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  type webcrypto,
} from 'node:crypto';
import type { CryptoKey } from 'jose';

/** A JWK (RFC 7517). */
export type JsonWebKey = webcrypto.JsonWebKey;

/** The supported JWS algorithms of access tokens. */
export const tokenAlgorithms = ['HS256', 'EdDSA', 'ES256', 'RS256'] as const;
export type TokenAlgorithm = (typeof tokenAlgorithms)[number];

/** Imported keys: `signs` exists when the key may sign, `publicJwk` for asymmetric keys. */
export interface KeyMaterial {
  readonly signs?: CryptoKey;
  readonly verifies: CryptoKey;
  readonly publicJwk?: JsonWebKey;
  /** Keys the nonces of sessions, derived from the secret by HKDF (RFC 5869); absent for public keys. */
  readonly nonceKey?: Uint8Array;
}

const nonceKeyOf = (secret: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), 'backroom session nonces', 32));

/** A key to import, and its location for error messages. */
export interface KeySource {
  readonly alg: TokenAlgorithm;
  readonly state: 'sign' | 'verify';
  /** A base64url secret, a JWK or PEM text. */
  readonly key: unknown;
  readonly place: string;
}

/** Minimum bytes of a secret for HS256 (RFC 7518, 3.2). */
const SHORTEST_SECRET = 32;

interface AsymmetricAlgorithm {
  readonly webCrypto: { readonly name: string; readonly namedCurve?: string; readonly hash?: string };
  readonly jwkNames: readonly string[];
  readonly wants: string;
  readonly fits: (key: KeyObject) => boolean;
}

const asymmetric: Readonly<Record<Exclude<TokenAlgorithm, 'HS256'>, AsymmetricAlgorithm>> = {
  EdDSA: {
    webCrypto: { name: 'Ed25519' },
    jwkNames: ['EdDSA', 'Ed25519'],
    wants: 'an Ed25519 key',
    fits: (key) => key.asymmetricKeyType === 'ed25519',
  },
  ES256: {
    webCrypto: { name: 'ECDSA', namedCurve: 'P-256' },
    jwkNames: ['ES256'],
    wants: 'a key on the curve P-256',
    fits: (key) => key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1',
  },
  RS256: {
    webCrypto: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    jwkNames: ['RS256'],
    wants: 'an RSA key of at least 2048 bits',
    fits: (key) => key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048,
  },
};

/**
 * Imports a key for exactly one algorithm. Errors name the location and the rule, never the value.
 * @throws Error when the key does not fit its algorithm, or is public in state `sign`
 */
export function readKey(source: KeySource): KeyMaterial {
  if (source.alg === 'HS256') return secretMaterial(decodeSecret(source), source);
  const algorithm = asymmetric[source.alg];
  const given = parseKey(source.key);
  if (
    given === undefined ||
    !algorithm.fits(given.key) ||
    !algorithm.jwkNames.some((name) => name === (given.alg ?? source.alg))
  ) {
    throw new Error(`${source.place} must be ${algorithm.wants}, as a JWK or as PEM text.`);
  }
  const isPrivate = given.key.type === 'private';
  if (source.state === 'sign' && !isPrivate)
    throw new Error(`${source.place} must be a private key, because it signs.`);
  const half = isPrivate ? createPublicKey(given.key) : given.key;
  return {
    ...(source.state === 'sign' && { signs: given.key.toCryptoKey(algorithm.webCrypto, false, ['sign']) }),
    verifies: half.toCryptoKey(algorithm.webCrypto, true, ['verify']),
    publicJwk: half.export({ format: 'jwk' }),
    ...(isPrivate && { nonceKey: nonceKeyOf(given.key.export({ type: 'pkcs8', format: 'der' })) }),
  };
}

/**
 * Imports a secret for HS256.
 * @throws Error when the secret is shorter than 32 bytes
 */
export function secretMaterial(secret: Uint8Array, source: Pick<KeySource, 'state' | 'place'>): KeyMaterial {
  if (secret.byteLength < SHORTEST_SECRET)
    throw new Error(`${source.place} must have at least ${SHORTEST_SECRET} bytes.`);
  const imported = (usage: 'sign' | 'verify') =>
    createSecretKey(secret).toCryptoKey({ name: 'HMAC', hash: 'SHA-256' }, false, [usage]);
  return {
    ...(source.state === 'sign' && { signs: imported('sign') }),
    verifies: imported('verify'),
    nonceKey: nonceKeyOf(secret),
  };
}

function decodeSecret({ key, place }: KeySource): Uint8Array {
  const secret = typeof key === 'string' ? Buffer.from(key, 'base64url') : undefined;
  if (secret === undefined || secret.toString('base64url') !== key)
    throw new Error(`${place} must be a secret in base64url.`);
  return secret;
}

/** Errors of Node are dropped, because they may quote the key. */
function parseKey(key: unknown): { readonly key: KeyObject; readonly alg?: unknown } | undefined {
  try {
    if (typeof key === 'string')
      return { key: key.includes('PRIVATE KEY-----') ? createPrivateKey(key) : createPublicKey(key) };
    if (typeof key !== 'object' || key === null) return undefined;
    const jwk = { key: key as JsonWebKey, format: 'jwk' } as const;
    return { key: 'd' in key ? createPrivateKey(jwk) : createPublicKey(jwk), ...('alg' in key && { alg: key.alg }) };
  } catch {
    return undefined;
  }
}
