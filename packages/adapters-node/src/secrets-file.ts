import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** What an installation made up for itself. */
export interface InstallationSecrets {
  /** Signs tokens: 48 random bytes in base64url. */
  readonly jwtSecret: string;
  /** Seals what is stored: 32 random bytes in base64. */
  readonly secretsKey: string;
}

const FILE = 'secrets.json';
const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST';

/**
 * Gives the secrets kept in `secrets.json` of the folder, and makes folder and file on first use.
 *
 * The file is never seen half written, and processes that make it at the same time end with the same secrets.
 * @throws Error when the file is damaged, or when others than its owner can read it
 */
export async function loadOrCreateSecrets(folder: string): Promise<InstallationSecrets> {
  const path = join(folder, FILE);
  const found = await load(path);
  if (found !== undefined) return found;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await create(folder, path);
  const made = await load(path);
  if (made === undefined) throw new Error(`${path} was removed while it was being made.`);
  return made;
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

/** A hard link names the complete file and fails when the name is taken; renaming would replace another's secrets. */
async function create(folder: string, path: string): Promise<void> {
  const draft = join(folder, `.${FILE}.${randomUUID()}`);
  const secrets: InstallationSecrets = {
    jwtSecret: randomBytes(48).toString('base64url'),
    secretsKey: randomBytes(32).toString('base64'),
  };
  try {
    await writeDurably(draft, `${JSON.stringify(secrets, undefined, 2)}\n`);
    await link(draft, path).catch((error: unknown) => {
      if (!isTaken(error)) throw error;
    });
  } finally {
    await unlink(draft).catch(() => {});
  }
  await flushFolder(folder);
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the new name outlive a power cut; Windows cannot open folders and needs no such thing. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function parse(text: string, path: string): InstallationSecrets {
  const { jwtSecret, secretsKey } = parseObject(text);
  if (typeof jwtSecret !== 'string' || Buffer.byteLength(jwtSecret) < 32) throw damaged(path, 'jwtSecret');
  if (typeof secretsKey !== 'string' || !isKey(secretsKey)) throw damaged(path, 'secretsKey');
  return { jwtSecret, secretsKey };
}

/** Nothing of the text may get into an error. */
function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function isKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64');
  return bytes.byteLength === 32 && bytes.toString('base64') === text;
}

const damaged = (path: string, member: string): Error =>
  new Error(
    `${path} is damaged at "${member}". Restore it from a backup; without it tokens and stored secrets are lost.`,
  );
