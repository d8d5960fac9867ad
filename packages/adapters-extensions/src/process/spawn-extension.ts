import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname, join, sep } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { endWithServer } from './end-with-server.ts';

/** The heap of JavaScript objects (MiB); the whole process is watched as well. */
const HEAP_MIB = 96;
/** Where the kernel stops the growth between two measurements: data, most of which Node only reserves (KiB). */
const DATA_KIB = 1_048_576;
/** Takes one thread for programs and collections: those of several would compete with the server. */
const threadFlags = ['--v8-pool-size=1', '--single-threaded-gc'];
/** Sets the limits of the kernel, and empties the environment, to which the shell has added. A limit that is lower stays. */
const LIMITED_START = `ulimit -c 0; ulimit -d ${DATA_KIB} 2>/dev/null; exec /usr/bin/env -i "$0" "$@"`;

/** A started process with its message channel and its output. */
export interface SpawnedExtension {
  readonly child: ChildProcess;
  readonly channel: Duplex;
  readonly outputs: readonly Readable[];
}

/**
 * Starts the process of an extension: an empty environment, a lower priority, limits of the kernel, the permission model of
 * Node with read access to the folder of the extension only, and a pipe for messages. The channel is a pipe and not that of `fork`, which reads
 * messages of any size and cannot be paused.
 */
export function spawnExtension(folder: string): SpawnedExtension {
  const { program, extensionPackage, readable } = modulesOf();
  const permissions = permissionFlags([realpathSync(folder), ...readable]);
  const flags = [...permissions, ...threadFlags, `--max-old-space-size=${HEAP_MIB}`];
  const [command, args] = limited([...flags, program, pathToFileURL(extensionPackage).href]);
  const child = spawn(command, [...args], {
    cwd: folder,
    env: {},
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  lowerPriority(child.pid, 'loading');
  endBeforeServer(child.pid);
  endWithServer(child);
  const [, stdout, stderr, channel] = child.stdio;
  return { child, channel: channel as Duplex, outputs: [stdout, stderr] as readonly Readable[] };
}

/** The command that runs Node with these arguments under the limits of the kernel, where there are some. */
const limited = (args: readonly string[]): readonly [command: string, args: readonly string[]] =>
  process.platform === 'win32'
    ? [process.execPath, args]
    : ['/bin/sh', ['-c', LIMITED_START, process.execPath, ...args]];

const permissionFlags = (folders: readonly string[]): readonly string[] =>
  process.allowedNodeEnvironmentFlags.has('--permission')
    ? ['--permission', ...folders.map((folder) => `--allow-fs-read=${folder}${sep}`)]
    : [];

/** Paths of the program of the process: of the sources when the server runs from them, else of the bundles in one folder. */
function modulesOf() {
  const isSource = import.meta.url.endsWith('.ts');
  const own = join(import.meta.dirname, isSource ? '..' : '.');
  const program = join(own, isSource ? 'child/start.ts' : 'start.js');
  const { resolve } = createRequire(import.meta.url);
  const home = dirname(realpathSync(resolve('@backroom/extension/package.json')));
  const extensionPackage = join(home, isSource ? 'src/index.ts' : 'dist/index.js');
  return { program, extensionPackage, readable: [own, home] };
}

/** Gives way to the server: a little while it is loaded, and fully, with all threads, when it answers calls. */
export function lowerPriority(pid: number | undefined, during: 'loading' | 'calls'): void {
  if (pid === undefined) return;
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  try {
    if (during === 'loading') setPriority(pid, PRIORITY_BELOW_NORMAL);
    else for (const thread of threadsOf(pid)) setPriority(thread, PRIORITY_LOW);
  } catch {
    // The process, or the thread, has ended already.
  }
}

/** On Linux each thread has a priority of its own, which threads that it starts get as well. */
const threadsOf = (pid: number): readonly number[] =>
  process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid];

/** When Linux runs out of memory it ends this process first. */
function endBeforeServer(pid: number | undefined): void {
  if (pid !== undefined && process.platform === 'linux')
    void writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => undefined);
}
