import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { KeyRotation, RingEntry } from '@backroom/core/identity';
import type { JsonWebKey, TokenAlgorithm } from './key-material.ts';
import { kidOfSecret } from './token-keys.ts';

/** A key in the file format of `ringFromText`. */
export interface StoredKey {
  readonly kid: string;
  readonly alg: TokenAlgorithm;
  readonly state: RingEntry['state'];
  readonly key: string | JsonWebKey;
  readonly retired_at?: string;
}

/** The keys after a rotation, and its summary. */
export interface RotatedKeys {
  readonly keys: readonly StoredKey[];
  readonly rotation: KeyRotation;
}

export interface RotationTimes {
  readonly now: Date;
  /** Keys that were retired by then are removed. */
  readonly forgetBefore: Date;
}

const makePair = {
  EdDSA: () => generateKeyPairSync('ed25519'),
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 3072 }),
};

/**
 * Adds a new key of the same algorithm as the last signing key. Earlier keys only verify from then on, asymmetric ones
 * with their public half; keys that were retired by `forgetBefore` are removed. Without `retired_at` a key counts as
 * retired now.
 */
export function rotated(keys: readonly StoredKey[], { now, forgetBefore }: RotationTimes): RotatedKeys {
  const retiredAt = (key: StoredKey) => (key.retired_at === undefined ? now : new Date(key.retired_at));
  const isDue = (key: StoredKey) => retiredAt(key) <= forgetBefore;
  const fresh = freshKey(keys.findLast(({ state }) => state === 'sign')?.alg ?? 'HS256');
  const kept = keys.filter((key) => !isDue(key));
  return {
    keys: [...kept.map((key) => (key.state === 'sign' ? retired(key, now) : key)), fresh],
    rotation: {
      added: { kid: fresh.kid, alg: fresh.alg, state: 'sign' },
      retired: kept.filter(({ state }) => state === 'sign').map(({ kid }) => kid),
      removed: keys.filter(isDue).map(({ kid }) => kid),
    },
  };
}

/** A secret as a stored key; its UTF-8 bytes are the key, as in `ringFromSecret`. */
export function storedSecret(secret: string): StoredKey {
  const bytes = Buffer.from(secret, 'utf8');
  return { kid: kidOfSecret(bytes), alg: 'HS256', state: 'sign', key: bytes.toString('base64url') };
}

function freshKey(alg: TokenAlgorithm): StoredKey {
  if (alg === 'HS256') return storedSecret(randomBytes(48).toString('base64url'));
  const { privateKey, publicKey } = makePair[alg]();
  const kid = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest();
  const key = privateKey.export({ format: 'jwk' });
  return { kid: kid.subarray(0, 8).toString('base64url'), alg, state: 'sign', key };
}

const retired = (key: StoredKey, now: Date): StoredKey => ({
  ...key,
  state: 'verify',
  key: key.alg === 'HS256' ? key.key : publicHalf(key.key),
  retired_at: now.toISOString(),
});

function publicHalf(key: StoredKey['key']): JsonWebKey {
  const whole: KeyObject = createPrivateKey(typeof key === 'string' ? key : { key, format: 'jwk' });
  return createPublicKey(whole).export({ format: 'jwk' });
}
