import { createHash, randomUUID } from 'node:crypto';
import { chmod, chown, link, open, readFile, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Interval (ms) and number of checks for a concurrent change to complete; then its process counts as dead. */
const pauseMillis = 20;
const pauses = 100;
/** Maximum attempts of one change. */
const attempts = 200;

const ownerOnly = 0o600;
const groupReads = 0o040;

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/**
 * Creates a file that only its owner can read, unless the name is taken.
 *
 * Atomic: a hard link publishes the complete file and fails when the name is taken.
 */
export async function createPrivateFile(path: string, text: string): Promise<void> {
  const draft = draftPathFor(path);
  try {
    await writeDurably(draft, text);
    await linkUnlessTaken(draft, path);
  } finally {
    await unlink(draft).catch(() => {});
  }
  await flushFolder(dirname(path));
}

/**
 * Replaces the text of a file atomically by the result of `change`; owner and group keep their permissions, others have
 * none.
 *
 * Concurrent changes are serialised, also across processes; each is based on the result of the previous one. A killed
 * process leaves the old or the new text.
 * @throws Error when other processes keep changing the file
 */
export async function changePrivateFile(name: string, change: (text: string) => string): Promise<void> {
  const path = await realpath(name);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await readFile(path, 'utf8');
    if (await replace(path, before, change(before))) return flushFolder(dirname(path));
    await waitForChange(path, before);
  }
  throw new Error(`${path} is changed all the time by others.`);
}

/**
 * Optimistic lock: a replacement first claims the current text, with a link whose name is the hash of that text. Texts
 * never recur, because they contain new keys, so a claim on the current text belongs to a replacement in progress.
 */
async function replace(path: string, before: string, after: string): Promise<boolean> {
  const draft = draftPathFor(path);
  const claim = claimOf(path, before);
  try {
    await writeDurably(draft, after, path);
    if (!(await linkUnlessTaken(draft, claim))) return false;
    if ((await readFile(path, 'utf8')) !== before) {
      await unlink(claim);
      return false;
    }
    // Another process may have completed it after the timeout.
    await rename(claim, path).catch(unless('ENOENT'));
    return true;
  } finally {
    await unlink(draft).catch(() => {});
  }
}

/** Waits for a concurrent change; after two seconds its process counts as dead, and the change is completed for it. */
async function waitForChange(path: string, before: string): Promise<void> {
  for (let pause = 0; pause < pauses; pause += 1) {
    await setTimeout(pauseMillis);
    if ((await readFile(path, 'utf8')) !== before) return;
  }
  await rename(claimOf(path, before), path).catch(unless('ENOENT'));
}

const draftPathFor = (path: string): string => join(dirname(path), `.${basename(path)}.${randomUUID()}`);

const claimOf = (path: string, text: string): string =>
  join(dirname(path), `.${basename(path)}.${createHash('sha256').update(text).digest('hex').slice(0, 16)}`);

async function linkUnlessTaken(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

const unless =
  (code: string) =>
  (error: unknown): void => {
    if (codeOf(error) !== code) throw error;
  };

/** Writes and flushes a file; with a model it takes over owner, group and the read permission of the group. */
async function writeDurably(path: string, text: string, model?: string): Promise<void> {
  const like = model === undefined ? undefined : await stat(model);
  const file = await open(path, 'wx', ownerOnly);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  if (like === undefined || process.platform === 'win32') return;
  const own = await stat(path);
  if (own.uid !== like.uid || own.gid !== like.gid) await chown(path, like.uid, like.gid);
  if ((like.mode & groupReads) !== 0) await chmod(path, ownerOnly | groupReads);
}

/** Makes new names durable; not possible on Windows, which cannot open folders. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
