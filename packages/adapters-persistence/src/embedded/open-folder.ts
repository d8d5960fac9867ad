import { fork } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdir, mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

/** The backend takes all of `shared_buffers` at its start; the system caches the files besides. */
export const startParams: string[] = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/** Files of a data folder that are given their mode at a time. */
const AT_ONCE = 64;
/** Characters kept of what the process that makes the data writes to its error output. */
const MOST_SAID = 1_000;

/** Opens the data in a folder, and makes it if it is missing; folder and files are open to their owner only. */
export async function openFolder(folder: string): Promise<PGlite> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await setMode(folder, 0o700);
  if (!(await isMade(folder))) await initialise(folder);
  const pglite = await PGlite.create(folder, { startParams });
  await keepPrivate(folder);
  return pglite;
}

const isMade = (folder: string): Promise<boolean> =>
  access(join(folder, 'PG_VERSION')).then(
    () => true,
    () => false,
  );

/**
 * Makes the data beside the folder, in a process of its own, and moves it there when it is complete. Making it takes 600 MiB, which a
 * thread of this process would not give back to the system.
 */
async function initialise(folder: string): Promise<void> {
  const parent = dirname(folder);
  const draft = `${basename(folder)}.draft-`;
  for (const name of await readdir(parent))
    if (name.startsWith(draft)) await rm(join(parent, name), { recursive: true, force: true });
  const made = await mkdtemp(join(parent, draft));
  try {
    await runInitialisation(made);
    await rmdir(folder);
    await rename(made, folder);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    throw error;
  }
}

async function runInitialisation(folder: string): Promise<void> {
  const module = import.meta.url.endsWith('.ts') ? './initialise.ts' : './initialise.js';
  const maker = fork(new URL(module, import.meta.url), [folder], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  maker.stderr?.on('data', (piece: Buffer) => {
    said = `${said}${piece}`.slice(-MOST_SAID);
  });
  const [code, signal] = await once(maker, 'close');
  if (code !== 0)
    throw new Error(`The embedded database cannot be made: ${said.trim() || `it ended with ${code ?? signal}`}`);
}

/** Whatever the mode of the folder around it and the mask of the process: made data is readable for everybody at first. */
async function keepPrivate(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (let at = 0; at < entries.length; at += AT_ONCE)
    await Promise.all(
      entries
        .slice(at, at + AT_ONCE)
        .filter((entry) => entry.isFile() || entry.isDirectory())
        .map((entry) => setMode(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)),
    );
}

/** Sets the mode where the file system has modes, and the file is still there. */
async function setMode(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error: NodeJS.ErrnoException) => {
    if (!['EPERM', 'ENOTSUP', 'ENOENT'].includes(error.code ?? '')) throw error;
  });
}
