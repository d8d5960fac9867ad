// One at a time: two commands started together must not install into the same folders.

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

/** A lock nobody holds any more: its process is gone, or it is too old to be believed (a number used again). */
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

/** Moved away rather than deleted: if another process was faster and the lock is a new one by now, it is put back. */
function removeLockOf(owner) {
  const moved = `${lockFile}.${process.pid}`;
  try {
    fs.renameSync(lockFile, moved);
    if (readText(moved) !== owner) tryLock(readText(moved));
    fs.rmSync(moved);
  } catch {
    // Somebody else dealt with it.
  }
}

/** Waits until no other command installs or builds, and keeps others out until `releaseLock` or the end. */
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

/** Lets the next one in; a lock of somebody else stays. */
export function releaseLock() {
  if (readText(lockFile) === String(process.pid)) fs.rmSync(lockFile, { force: true });
}
