import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KeyRing, ringFromFile } from '@backroom/adapters-node';

/** An entry of a key file. */
export interface KeyEntry {
  readonly kid: string;
  readonly alg: string;
  readonly state: string;
  readonly key: unknown;
}

/** A private key as PEM text. */
export const pem = (key: KeyObject): string =>
  key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' }).toString();

/** A key as a JSON object. */
export const jwk = (key: KeyObject) => key.export({ format: 'jwk' });

/** Makes a fresh key of the kind that an algorithm requires. */
export const freshKeys = {
  EdDSA: () => generateKeyPairSync('ed25519'),
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

/** Makes a fresh secret in base64url. */
export const freshSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** Writes the text into a key file, and returns the result of the work with its path. */
export async function withKeyFile<T>(content: string, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'keys-'));
  const path = join(folder, 'keys.json');
  try {
    await writeFile(path, content);
    return await work(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The ring of a file with these entries. */
export const ringWith = (...keys: readonly KeyEntry[]): Promise<KeyRing> =>
  withKeyFile(JSON.stringify({ keys }), ringFromFile);
