import { randomUUID } from 'node:crypto';
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beginningOf, type Holder, identityOf, isAlive, readHolder } from './folder-holder.ts';

/** Another process, or this one, has the data folder open. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
  /** The process that has it. */
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super(`The data folder ${folder} is in use by process ${pid}. Only one process may have it open.`);
    this.pid = pid;
  }
}

/** The data folder is a copy of one that a running process has open. */
export class DataFolderCopied extends Error {
  override readonly name = 'DataFolderCopied';

  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is a copy of a data folder that process ${pid} has open. A copy made while a process writes can be incomplete: stop that process, then copy the folder again.`,
    );
  }
}

/** A folder that is ours alone until it is released. */
export interface DataFolderLock {
  /** Lets others have the folder; harmless when done already. */
  release(): Promise<void>;
}

const FILE = 'backroom.lock';

/**
 * Takes the data folder, and makes it if it is missing; open to its owner only.
 *
 * A holder that died leaves its file behind. It is inherited: the successor of a holder is the process that creates the file
 * named after its token, which only one can, and then replaces the lock with it. When a successor dies in between, its
 * own successor is found in the same way.
 * @throws DataFolderInUse
 * @throws DataFolderCopied
 */
export async function lockDataFolder(folder: string): Promise<DataFolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const mine: Holder = {
    pid: process.pid,
    began: (await beginningOf(process.pid)) ?? '',
    token: randomUUID(),
    folder: await identityOf(folder),
  };
  const lock = join(folder, FILE);
  while (!(await tryToTake(folder, mine))) {
    // Another process was faster: look again.
  }
  let released = false;
  const release = async (): Promise<void> => {
    if (released) return;
    released = true;
    if ((await readHolder(lock))?.token === mine.token) await rm(lock, { force: true });
  };
  return { release };
}

const isElsewhere = (holder: Holder, identity: string | undefined): boolean =>
  holder.folder !== undefined && holder.folder !== identity;

const refusalOf = (folder: string, holder: Holder, mine: Holder): Error =>
  isElsewhere(holder, mine.folder) ? new DataFolderCopied(folder, holder.pid) : new DataFolderInUse(folder, holder.pid);

/**
 * Refuses a folder whose lock file was copied from the folder of a running process; every other folder passes.
 * @throws DataFolderCopied
 */
export async function demandOriginalFolder(folder: string): Promise<void> {
  const holder = await readHolder(join(folder, FILE));
  if (holder === undefined || !isElsewhere(holder, await identityOf(folder))) return;
  if (await isAlive(holder)) throw new DataFolderCopied(folder, holder.pid);
}

async function tryToTake(folder: string, mine: Holder): Promise<boolean> {
  const lock = join(folder, FILE);
  const dead: { path: string; token: string }[] = [];
  let path = lock;
  while (!(await create(path, mine))) {
    const holder = await readHolder(path);
    if (holder === undefined) return false;
    if (await isAlive(holder)) throw refusalOf(folder, holder, mine);
    dead.push({ path, token: holder.token });
    path = `${lock}.${holder.token}`;
  }
  const first = dead[0];
  if (first === undefined) return true;
  // While we walked, another one may have come to the end of the row and replaced the lock.
  if ((await readHolder(lock))?.token !== first.token) {
    await rm(path, { force: true });
    return false;
  }
  await rename(path, lock);
  for (const left of dead.slice(1)) await rm(left.path, { force: true });
  return true;
}

/** Creates the file with its whole content, or gives false when there is one. */
async function create(path: string, holder: Holder): Promise<boolean> {
  const content = `${JSON.stringify(holder)}\n`;
  const draft = `${path}.${randomUUID()}.draft`;
  await writeFile(draft, content, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  // A file system without links: for a moment others may see the file empty, and wait.
  return await writeFile(path, content, { mode: 0o600, flag: 'wx' }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}
