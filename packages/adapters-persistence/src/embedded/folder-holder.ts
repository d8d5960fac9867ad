import { readFile, stat } from 'node:fs/promises';

/** The process that has a data folder open, as the lock file names it. */
export interface Holder {
  readonly pid: number;
  /** Start time of the process as the system reports it; distinguishes it from a later process with the same number. */
  readonly began: string;
  /** Names this one holding among all. */
  readonly token: string;
  /** `identityOf` the folder; absent in a lock file of an earlier version. */
  readonly folder?: string;
}

const tornAfterMillis = 10_000;
const exitMillis = 10_000;

/** File system and inode of a folder: a renamed folder keeps them, a copy has others. */
export async function identityOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  return `${dev}:${ino}`;
}

/** Who holds the file; undefined when there is no such file, or it is just being written. */
export async function readHolder(path: string): Promise<Holder | undefined> {
  const content = await readFile(path, 'utf8').catch(nothingIfMissing);
  if (content === undefined) return undefined;
  try {
    const { pid, began, token, folder } = JSON.parse(content) as Holder;
    if (Number.isInteger(pid) && typeof began === 'string' && /^[\w-]+$/.test(token))
      return { pid, began, token, ...(typeof folder === 'string' && { folder }) };
  } catch {
    // A power cut can leave an empty file.
  }
  const file = await stat(path).catch(nothingIfMissing);
  const age = file === undefined ? 0 : Date.now() - file.mtimeMs;
  if (file === undefined || age < tornAfterMillis) {
    await pause(100);
    return undefined;
  }
  return { pid: 0, began: '', token: `torn-${file.ino}-${Math.trunc(file.mtimeMs)}` };
}

/** Whether the process of the holder still runs; one that is exiting is given ten seconds to end. */
export async function isAlive({ pid, began }: Holder): Promise<boolean> {
  if (pid === 0) return false;
  if (process.platform === 'linux') {
    const givenUp = Date.now() + exitMillis;
    for (;;) {
      const found = await processOf(pid);
      if (found === undefined || (began !== '' && began !== found.began)) return false;
      if (!found.exiting || Date.now() >= givenUp) return true;
      await pause(10);
    }
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When the process began, counted from a start of the system that is named too; undefined when there is none. */
export async function beginningOf(pid: number): Promise<string | undefined> {
  return (await processOf(pid))?.began;
}

/** PF_EXITING of the flags in `/proc/[pid]/stat`, see proc(5): set in a killed process before its threads have ended. */
const exitingFlag = 0x4;

async function processOf(pid: number): Promise<{ began: string; exiting: boolean } | undefined> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(nothingIfMissing);
  if (status === undefined) return undefined;
  const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim();
  // The name, second and in parentheses, may itself hold anything: the first of these fields is the third, its state.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  // The first thread is a zombie as soon as it has ended itself; others may still write.
  if (fields[0] === 'Z' && Number(fields[17]) <= 1) return undefined;
  return { began: `${boot}:${fields[19]}`, exiting: (Number(fields[6]) & exitingFlag) !== 0 };
}

const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis));

function nothingIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error;
}
