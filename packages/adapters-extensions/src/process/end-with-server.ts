import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Reads one line. The line says that the process has ended; the end of the input without one, that the server has: then the process
 * is killed. Signals to the group of the server, as terminals and service managers send them, do not end the wait.
 */
const WATCH = `trap '' HUP INT QUIT TERM; read -r _ || kill -9 "$0"`;

/**
 * Kills a process when this one ends in whatever way, SIGKILL included. A shell waits for that beside the process, because one that loops or
 * blocks does not notice that its channel is closed. A process whose shell is missing or ends is killed at once. Windows has no
 * such shell: a process that does not read its channel stays there.
 */
export function endWithServer(child: ChildProcess): void {
  if (child.pid === undefined || process.platform === 'win32') return;
  const shell = spawn('/bin/sh', ['-c', WATCH, String(child.pid)], { env: {}, stdio: ['pipe', 'ignore', 'ignore'] });
  const kill = () => child.kill('SIGKILL');
  shell.once('error', kill).once('exit', kill);
  const input = shell.stdin as Socket;
  input.on('error', () => undefined);
  child.once('exit', () => input.end('\n'));
  shell.unref();
  input.unref();
}
