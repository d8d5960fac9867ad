import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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

/** A folder that is ours alone until it is released. */
export interface DataFolderLock {
  /** Lets others have the folder; harmless when done already. */
  release(): Promise<void>;
}

interface Holder {
  readonly pid: number;
  /** When the process began, as its system tells it; tells it from a later process of the same number. */
  readonly began: string;
  /** Names this one holding among all. */
  readonly token: string;
}

const FILE = 'backroom.lock';
const tornAfterMillis = 10_000;

/**
 * Takes the data folder, and makes it if it is missing; open to its owner only.
 *
 * A holder that died leaves its file behind. It is inherited: the successor of a holder is whoever creates the file
 * named after its token, which only one can, and then replaces the lock with it. When a successor dies in between, its
 * own successor is found in the same way.
 * @throws DataFolderInUse
 */
export async function lockDataFolder(folder: string): Promise<DataFolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const mine: Holder = { pid: process.pid, began: (await beginningOf(process.pid)) ?? '', token: randomUUID() };
  const lock = join(folder, FILE);
  while (!(await tryToTake(folder, mine))) {
    // Somebody was a moment ahead: look again.
  }
  let released = false;
  const release = async (): Promise<void> => {
    if (released) return;
    released = true;
    if ((await readHolder(lock))?.token === mine.token) await rm(lock, { force: true });
  };
  return { release };
}

async function tryToTake(folder: string, mine: Holder): Promise<boolean> {
  const lock = join(folder, FILE);
  const dead: { path: string; token: string }[] = [];
  let path = lock;
  while (!(await create(path, mine))) {
    const holder = await readHolder(path);
    if (holder === undefined) return false;
    if (await isAlive(holder)) throw new DataFolderInUse(folder, holder.pid);
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

/** Who holds the file; undefined when there is no such file, or it is just being written. */
async function readHolder(path: string): Promise<Holder | undefined> {
  const content = await readFile(path, 'utf8').catch(nothingIfMissing);
  if (content === undefined) return undefined;
  try {
    const { pid, began, token } = JSON.parse(content) as Holder;
    if (Number.isInteger(pid) && typeof began === 'string' && /^[\w-]+$/.test(token)) return { pid, began, token };
  } catch {
    // A power cut can leave an empty file.
  }
  const file = await stat(path).catch(nothingIfMissing);
  const age = file === undefined ? 0 : Date.now() - file.mtimeMs;
  if (file === undefined || age < tornAfterMillis) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return undefined;
  }
  return { pid: 0, began: '', token: `torn-${file.ino}-${Math.trunc(file.mtimeMs)}` };
}

async function isAlive({ pid, began }: Holder): Promise<boolean> {
  if (pid === 0) return false;
  if (process.platform === 'linux') {
    const beginning = await beginningOf(pid);
    return beginning !== undefined && (began === '' || began === beginning);
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When the process began, counted from a start of the system that is named too; undefined when there is none. */
async function beginningOf(pid: number): Promise<string | undefined> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(nothingIfMissing);
  if (status === undefined) return undefined;
  const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim();
  // The name, second and in parentheses, may itself hold anything; the beginning is the 22nd field.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : `${boot}:${fields[19]}`;
}

function nothingIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error;
}
