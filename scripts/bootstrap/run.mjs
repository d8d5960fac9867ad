// Child processes. Each one is remembered until it ends, so that none outlives this process.

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { root } from './common.mjs';

const running = new Set();
let stopping = false;

/** Whether somebody asked us to end: nothing new is started then. */
export const isStopping = () => stopping;

/** Starts a program in the folder of the repository; `ended` becomes its exit code, as a shell would count it. */
export function launch(command, args, options) {
  const child = spawn(command, args, { cwd: root, windowsHide: true, ...options });
  running.add(child);
  const ended = new Promise((resolve, reject) => {
    child.once('error', (error) => {
      running.delete(child);
      reject(error);
    });
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve(code ?? 128 + (os.constants.signals[signal] ?? 0));
    });
  });
  return { child, ended };
}

/** Ends the children, and us with the last of them. */
function stopChildren(signal) {
  stopping = true;
  for (const child of running) child.kill(signal);
  if (running.size === 0) process.exit(128 + os.constants.signals[signal]);
}

/** Hands on the signals that ask us to end. */
export function handOnSignals() {
  // A terminal sends Ctrl-C to every process of the group, the child included; handing it on would deliver it twice,
  // and a server takes the second one as "at once, please".
  process.on('SIGINT', () => {
    if (process.stdin.isTTY && running.size > 0) stopping = true;
    else stopChildren('SIGINT');
  });
  process.on('SIGTERM', () => stopChildren('SIGTERM'));
}

/** Who started us, and who started them. */
function ancestors() {
  let grandparent = '';
  try {
    // The process name stands in brackets and may hold blanks: the parent is the second word after it.
    const status = fs.readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    grandparent = status.slice(status.lastIndexOf(')') + 2).split(' ')[1] ?? '';
  } catch {
    // Not Linux: the parent alone must do.
  }
  return `${process.ppid} ${grandparent}`;
}

/**
 * npm passes a signal only to the shell it started, and none at all when it is killed. So when npm started us, we watch
 * whether the shell is still our parent and npm still the shell's, and stop the child when one of them is gone.
 */
export function stopWhenNpmIsGone() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const atStart = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === atStart) return;
    clearInterval(timer);
    stopChildren('SIGTERM');
    setTimeout(() => {
      for (const child of running) child.kill('SIGKILL');
      process.exit(1);
    }, 20_000).unref();
  }, 500);
  timer.unref();
}

/** Ends whatever still runs: we failed, and nobody would wait for it. */
export function endChildren() {
  for (const child of running) child.kill('SIGTERM');
}
