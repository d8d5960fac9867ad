// Child processes, tracked so that none outlives this process.

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { root } from './common.mjs';

const running = new Set();
let stopping = false;

/** Whether a shutdown was requested; nothing new is started then. */
export const isStopping = () => stopping;

/** Starts a program in the folder of the repository; `ended` resolves to its exit code, for signals as in a shell. */
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

/** Signals the children; without any, exits. */
function stopChildren(signal) {
  stopping = true;
  for (const child of running) child.kill(signal);
  if (running.size === 0) process.exit(128 + os.constants.signals[signal]);
}

/** Forwards termination signals to the children. */
export function forwardSignals() {
  // A terminal sends Ctrl-C to the whole process group; forwarding it would deliver it twice, and a second signal makes
  // a server exit immediately.
  process.on('SIGINT', () => {
    if (process.stdin.isTTY && running.size > 0) stopping = true;
    else stopChildren('SIGINT');
  });
  process.on('SIGTERM', () => stopChildren('SIGTERM'));
}

/** Ids of the parent and the grandparent process. */
function ancestors() {
  let grandparent = '';
  try {
    // The process name is in parentheses and may contain blanks; the parent is the second field behind it.
    const status = fs.readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    grandparent = status.slice(status.lastIndexOf(')') + 2).split(' ')[1] ?? '';
  } catch {
    // Not Linux: only the parent is known.
  }
  return `${process.ppid} ${grandparent}`;
}

/**
 * npm signals only the shell that it started, and nothing when it is killed. Under npm, this therefore polls whether
 * the shell is still the parent and npm still the grandparent, and stops the children when one of them has ended.
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

/** Ends all children after a failure. */
export function endChildren() {
  for (const child of running) child.kill('SIGTERM');
}
