// A lock that keeps concurrent commands from installing into the same folders.

import fs from 'node:fs';
import path from 'node:path';
import { say, toolFolder } from './common.mjs';
import { readText } from './records.mjs';

const lockFile = path.join(toolFolder, 'lock');

function isAlive(processId) {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Whether a lock is stale: its process has ended, or it is too old (process ids are reused). */
function isAbandoned(owner) {
  const age = Date.now() - (fs.statSync(lockFile, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  return owner === '' ? age > 10_000 : age > 15 * 60_000 || !isAlive(Number(owner));
}

function tryLock(owner) {
  try {
    fs.writeFileSync(lockFile, owner, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a stale lock by renaming it first: if another process has replaced it meanwhile, it is restored. */
function removeLockOf(owner) {
  const moved = `${lockFile}.${process.pid}`;
  try {
    fs.renameSync(lockFile, moved);
    if (readText(moved) !== owner) tryLock(readText(moved));
    fs.rmSync(moved);
  } catch {
    // Another process has removed it.
  }
}

/** Acquires the lock, waiting for other commands; held until `releaseLock` or the exit of the process. */
export async function takeLock() {
  fs.mkdirSync(toolFolder, { recursive: true });
  process.once('exit', releaseLock);
  for (let waited = false; !tryLock(String(process.pid)); waited = true) {
    const owner = readText(lockFile);
    if (isAbandoned(owner)) {
      removeLockOf(owner);
      continue;
    }
    if (!waited) say('Waiting for another command that installs or builds…');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Releases the lock if this process holds it. */
export function releaseLock() {
  if (readText(lockFile) === String(process.pid)) fs.rmSync(lockFile, { force: true });
}
