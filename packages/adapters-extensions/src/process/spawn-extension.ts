import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname, join, sep } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The heap of JavaScript objects (MiB); the whole process is watched as well. */
const HEAP_MIB = 96;

/** A started process with its message channel and its output. */
export interface SpawnedExtension {
  readonly child: ChildProcess;
  readonly channel: Duplex;
  readonly outputs: readonly Readable[];
}

/**
 * Starts the process of an extension: an empty environment, a lower priority, the permission model of Node with read access to
 * the folder of the extension only, and a pipe for messages. The channel is a pipe and not that of `fork`, which reads
 * messages of any size and cannot be paused.
 */
export function spawnExtension(folder: string): SpawnedExtension {
  const { program, extensionPackage, readable } = modulesOf();
  const flags = [...permissionFlags([realpathSync(folder), ...readable]), `--max-old-space-size=${HEAP_MIB}`];
  const child = spawn(process.execPath, [...flags, program, pathToFileURL(extensionPackage).href], {
    cwd: folder,
    env: {},
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  lowerPriority(child.pid, 'loading');
  endBeforeServer(child.pid);
  const [, stdout, stderr, channel] = child.stdio;
  return { child, channel: channel as Duplex, outputs: [stdout, stderr] as readonly Readable[] };
}

const permissionFlags = (folders: readonly string[]): readonly string[] =>
  process.allowedNodeEnvironmentFlags.has('--permission')
    ? ['--permission', ...folders.map((folder) => `--allow-fs-read=${folder}${sep}`)]
    : [];

/** Paths of the program of the process, which are those of the sources when the server runs from the sources. */
function modulesOf() {
  const isSource = import.meta.url.endsWith('.ts');
  const program = fileURLToPath(new URL(isSource ? '../child/start.ts' : '../child/start.js', import.meta.url));
  const { resolve } = createRequire(import.meta.url);
  const home = dirname(realpathSync(resolve('@backroom/extension/package.json')));
  const extensionPackage = join(home, isSource ? 'src/index.ts' : 'dist/index.js');
  return { program, extensionPackage, readable: [join(dirname(program), '..'), home] };
}

/** Gives way to the server: a little while it is loaded, and fully when it answers calls. */
export function lowerPriority(pid: number | undefined, during: 'loading' | 'calls'): void {
  if (pid === undefined) return;
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  try {
    setPriority(pid, during === 'loading' ? PRIORITY_BELOW_NORMAL : PRIORITY_LOW);
  } catch {
    // The process has ended already.
  }
}

/** When Linux runs out of memory it ends this process first. */
function endBeforeServer(pid: number | undefined): void {
  if (pid !== undefined && process.platform === 'linux')
    void writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => undefined);
}

const PAGE_BYTES = 4_096;

/** The resident memory of a process (bytes) on Linux; undefined on other systems. */
export function residentBytes(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return Number(pages) * PAGE_BYTES;
  } catch {
    return undefined;
  }
}
