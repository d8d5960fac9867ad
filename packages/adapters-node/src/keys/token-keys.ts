import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { RingEntry } from '@backroom/core/identity';
import { memberOf } from '@backroom/core/kernel';
import type { CryptoKey } from 'jose';
import {
  type JsonWebKey,
  type KeyMaterial,
  readKey,
  secretMaterial,
  type TokenAlgorithm,
  tokenAlgorithms,
} from './key-material.ts';

/** A key of the ring, for a single algorithm. */
export interface RingKey extends RingEntry {
  readonly alg: TokenAlgorithm;
  readonly signs?: CryptoKey;
  readonly verifies: CryptoKey;
  readonly publicJwk?: JsonWebKey;
  readonly nonceKey?: Uint8Array;
}

/** Signing and verification keys by `kid`; `newest` signs. */
export interface KeyRing {
  readonly keys: ReadonlyMap<string, RingKey>;
  readonly newest: RingKey & { readonly signs: CryptoKey };
}

const KID = /^[A-Za-z0-9._-]{1,64}$/;
const members = ['kid', 'alg', 'state', 'key', 'retired_at'] as const;

/**
 * A ring of one HS256 secret.
 * @throws Error when the secret is shorter than 32 bytes (text counts in UTF-8)
 */
export function ringFromSecret(secret: Uint8Array | string): KeyRing {
  const bytes = typeof secret === 'string' ? Buffer.from(secret, 'utf8') : secret;
  const material = secretMaterial(bytes, { state: 'sign', place: 'The secret for tokens' });
  return ringOf([{ kid: kidOfSecret(bytes), alg: 'HS256', state: 'sign', ...material }], 'The ring');
}

/** The `kid` of a secret, derived from it by a one-way hash. */
export const kidOfSecret = (secret: Uint8Array): string =>
  createHash('sha256')
    .update('backroom access token key id\0')
    .update(secret)
    .digest()
    .subarray(0, 8)
    .toString('base64url');

/**
 * Reads a ring from a JSON file.
 *
 * ```json
 * { "keys": [
 *   { "kid": "2026-10", "alg": "HS256", "state": "verify", "key": "<at least 32 bytes in base64url>" },
 *   { "kid": "2026-11", "alg": "EdDSA", "state": "sign", "key": { "kty": "OKP", "crv": "Ed25519", "x": "…", "d": "…" }},
 *   { "kid": "2026-12", "alg": "RS256", "state": "verify", "key": "-----BEGIN PUBLIC KEY-----\n…" }
 * ] }
 * ```
 * `kid` is unique: 1 to 64 letters, digits and `. _ -`. `alg` is HS256, EdDSA (Ed25519), ES256 or RS256
 * (2048 bits or more). The last key in state `sign` signs; all of them verify. To rotate, add a key at the end and put
 * the old one into state `verify` for at least eight hours. `retired_at` is the time of that change (RFC 3339).
 * @throws Error that names the file and the member, never the key
 */
export async function ringFromFile(path: string): Promise<KeyRing> {
  return ringFromText(await readText(path), path);
}

/**
 * Parses the text of a ring file; errors name it `path`.
 * @throws Error that names the member, never the key
 */
export function ringFromText(text: string, path: string): KeyRing {
  const entries = memberOf(parseJson(text, path), 'keys');
  if (!Array.isArray(entries)) throw new Error(`${path}: it must be an object with a list "keys".`);
  return ringFromEntries(entries, { file: path, list: 'keys' });
}

/** Parses the entries of a list in a file; errors name both. */
export const ringFromEntries = (
  entries: readonly unknown[],
  { file, list }: { readonly file: string; readonly list: string },
): KeyRing =>
  ringOf(
    entries.map((entry, index) => readEntry(entry, `${file}: ${list}[${index}]`)),
    file,
  );

const readText = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`${path}: it cannot be read (${cause.code}).`, { cause });
  });

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The error of JSON.parse quotes the text, which is a secret here.
    throw new Error(`${path}: it is not JSON.`);
  }
}

function readEntry(entry: unknown, place: string): RingKey {
  const [kid, alg, state, key, since] = members.map((name) => memberOf(entry, name));
  const unknown = Object.keys(entry ?? {}).find((name) => !members.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`${place} has a member that is not one of ${members.join(', ')}.`);
  if (typeof kid !== 'string' || !KID.test(kid)) throw new Error(`${place}.kid must match ${KID.source}.`);
  if (!isAlgorithm(alg)) throw new Error(`${place}.alg must be one of ${tokenAlgorithms.join(', ')}.`);
  if (state !== 'sign' && state !== 'verify') throw new Error(`${place}.state must be "sign" or "verify".`);
  const retiredAt = typeof since === 'string' ? new Date(since) : undefined;
  if (since !== undefined && (state === 'sign' || !retiredAt || Number.isNaN(retiredAt.getTime())))
    throw new Error(`${place}.retired_at must be a time, of a key in state "verify".`);
  const material: KeyMaterial = readKey({ alg, state, key, place: `${place}.key` });
  return { kid, alg, state, ...(retiredAt && { retiredAt }), ...material };
}

function ringOf(list: readonly RingKey[], place: string): KeyRing {
  const keys = new Map(list.map((key) => [key.kid, key]));
  const twice = list.find((key) => keys.get(key.kid) !== key);
  if (twice !== undefined) throw new Error(`${place}: the kid "${twice.kid}" stands twice.`);
  const newest = list.findLast((key) => key.state === 'sign');
  if (newest?.signs === undefined) throw new Error(`${place}: at least one key must be in state "sign".`);
  return { keys, newest: { ...newest, signs: newest.signs } };
}

const isAlgorithm = (value: unknown): value is TokenAlgorithm => tokenAlgorithms.some((known) => known === value);
