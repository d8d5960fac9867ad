import { createHash, randomUUID } from 'node:crypto';
import { chmod, chown, link, open, readFile, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** So long, and so often, does a change wait for another one to be completed. */
const pauseMillis = 20;
const pauses = 100;
const attempts = 200;

const ownerOnly = 0o600;
const groupReads = 0o040;

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/**
 * Makes a file that only its owner can read, unless there is one of that name already.
 *
 * It is never seen half written: a hard link names the complete file and fails when the name is taken.
 */
export async function createPrivateFile(path: string, text: string): Promise<void> {
  const draft = draftBeside(path);
  try {
    await writeDurably(draft, text);
    await linkUnlessTaken(draft, path);
  } finally {
    await unlink(draft).catch(() => {});
  }
  await flushFolder(dirname(path));
}

/**
 * Replaces the text of a file by what `change` makes of it, in one step; owner and group keep their rights, others get none.
 *
 * Changes that come at once, also from several processes, happen one after the other, each to what the one before left.
 * A process that is killed leaves the old text or the new one.
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
 * Whoever replaces a text first claims it, by a name that follows from the text. Texts never come back, because they
 * hold fresh keys, so a claim that names the present text belongs to whoever is about to replace it.
 */
async function replace(path: string, before: string, after: string): Promise<boolean> {
  const draft = draftBeside(path);
  const claim = claimOf(path, before);
  try {
    await writeDurably(draft, after, path);
    if (!(await linkUnlessTaken(draft, claim))) return false;
    if ((await readFile(path, 'utf8')) !== before) {
      await unlink(claim);
      return false;
    }
    // Somebody who believed us dead may have completed it.
    await rename(claim, path).catch(unless('ENOENT'));
    return true;
  } finally {
    await unlink(draft).catch(() => {});
  }
}

/** Lets somebody else complete a change; after two seconds they must have been killed, and it is completed for them. */
async function waitForChange(path: string, before: string): Promise<void> {
  for (let pause = 0; pause < pauses; pause += 1) {
    await setTimeout(pauseMillis);
    if ((await readFile(path, 'utf8')) !== before) return;
  }
  await rename(claimOf(path, before), path).catch(unless('ENOENT'));
}

const draftBeside = (path: string): string => join(dirname(path), `.${basename(path)}.${randomUUID()}`);

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

/** With a model, the file belongs to whom the model belongs, and its group may do what it may there. */
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
