import { randomBytes } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { createPrivateFile } from '../private-file.ts';
import type { StoredKey } from './key-rotation.ts';
import { freshSealingKey, isSealingKey } from './sealing-keys.ts';

/** Generated secrets of an installation. */
export interface InstallationSecrets {
  /** Signs tokens: 48 random bytes in base64url. */
  readonly jwtSecret: string;
  /** Encrypts stored secrets: 32 random bytes in base64. */
  readonly secretsKey: string;
  /** The key ring after the first rotation; its last key is derived from `jwtSecret`. */
  readonly tokenKeys?: readonly StoredKey[];
  /** Predecessors of `secretsKey`, oldest first. */
  readonly oldSecretsKeys?: readonly RetiredKey[];
}

/** A former encryption key. */
export interface RetiredKey {
  readonly key: string;
  /** RFC 3339. */
  readonly retiredAt: string;
}

const FILE = 'secrets.json';
const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

export const secretsPath = (folder: string): string => join(folder, FILE);

/**
 * Reads `secrets.json` of the folder; creates folder and file on first use.
 *
 * The file is created atomically: processes that start concurrently use the same secrets.
 * @throws Error when the file is damaged, or accessible to others than its owner
 */
export async function loadOrCreateSecrets(folder: string): Promise<InstallationSecrets> {
  const path = secretsPath(folder);
  const found = await load(path);
  if (found !== undefined) return found;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await createPrivateFile(path, textOf(freshSecrets()));
  const made = await load(path);
  if (made === undefined) throw new Error(`${path} was removed while it was being made.`);
  return made;
}

/** Changes members in the text of a secrets file; all others, also unknown ones, are preserved. */
export function withChanges(
  text: string,
  path: string,
  change: (secrets: InstallationSecrets) => Partial<InstallationSecrets>,
): string {
  const secrets = parse(text, path);
  return textOf({ ...parseObject(text), ...change(secrets) });
}

async function load(path: string): Promise<InstallationSecrets | undefined> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    const { mode } = await file.stat();
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new Error(
        `${path} holds secrets, and others than its owner can reach it. Allow only the owner: chmod 600 '${path}'`,
      );
    }
    return parse(await file.readFile('utf8'), path);
  } finally {
    await file.close();
  }
}

const freshSecrets = (): InstallationSecrets => ({
  jwtSecret: randomBytes(48).toString('base64url'),
  secretsKey: freshSealingKey(),
});

const textOf = (secrets: object): string => `${JSON.stringify(secrets, undefined, 2)}\n`;

function parse(text: string, path: string): InstallationSecrets {
  const { jwtSecret, secretsKey, tokenKeys, oldSecretsKeys } = parseObject(text);
  if (typeof jwtSecret !== 'string' || Buffer.byteLength(jwtSecret) < 32) throw damaged(path, 'jwtSecret');
  if (typeof secretsKey !== 'string' || !isSealingKey(secretsKey)) throw damaged(path, 'secretsKey');
  // The keys are validated by `ringFromEntries`.
  if (tokenKeys !== undefined && !Array.isArray(tokenKeys)) throw damaged(path, 'tokenKeys');
  if (oldSecretsKeys !== undefined && !isListOfRetired(oldSecretsKeys)) throw damaged(path, 'oldSecretsKeys');
  return {
    jwtSecret,
    secretsKey,
    ...(tokenKeys !== undefined && { tokenKeys: tokenKeys as readonly StoredKey[] }),
    ...(oldSecretsKeys !== undefined && { oldSecretsKeys }),
  };
}

const isListOfRetired = (value: unknown): value is readonly RetiredKey[] =>
  Array.isArray(value) &&
  value.every((entry: unknown) => {
    const { key, retiredAt } = Object(entry) as Record<string, unknown>;
    return typeof key === 'string' && isSealingKey(key) && typeof retiredAt === 'string';
  });

/** Errors of JSON.parse are dropped, because they quote the text. */
function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const damaged = (path: string, member: string): Error =>
  new Error(
    `${path} is damaged at "${member}". Restore it from a backup; without it tokens and stored secrets are lost.`,
  );
