import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { runCli, type Terminal } from '@backroom/cli';
import { makeDataFolder } from '../support/templates.ts';

/** Variables for the commands of a test, instead of those of the test's own process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How a command ended, and its output. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The one JSON document on the standard output. */
  json(): never;
  /** The problem document on the error output. */
  problem(): {
    readonly code: string;
    readonly detail: string;
    readonly errors?: readonly { readonly field: string }[];
  };
}

/** What a test types, or pipes in. */
export interface Typing {
  readonly environment?: Environment;
  readonly input?: string;
  /** Whether the input is a terminal. */
  readonly isTerminal?: boolean;
  /** Whether the error output is a terminal. */
  readonly isWatched?: boolean;
}

/** Runs one command in this process and returns its output. */
export async function backroom(argv: readonly string[], typing: Typing = {}): Promise<Ended> {
  const started = start(argv, typing);
  return { ...started.said(), code: await started.code, ...started.said() };
}

/** Starts a command in this process that keeps running, a server for instance. */
export function start(
  argv: readonly string[],
  { environment = {}, input, isTerminal = false, isWatched = false }: Typing = {},
) {
  const stdin = Object.assign(new PassThrough(), { isTTY: isTerminal });
  if (input === undefined && !isTerminal) stdin.end();
  else if (isTerminal) stdin.write(input ?? '');
  else stdin.end(input);
  const streams = { stdout: new PassThrough(), stderr: Object.assign(new PassThrough(), { isTTY: isWatched }) };
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    streams[name].on('data', (chunk: Buffer) => {
      texts[name] += chunk.toString();
    });
  }
  const signals = new EventEmitter();
  const terminal: Terminal = {
    stdin,
    ...streams,
    environment: { LOG_LEVEL: 'silent', LOGIN_MIN_MS: '0', ...environment },
    process: signals,
    exit: (code) => void signals.emit('exit', code),
  };
  const said = () => ({
    out: texts.stdout,
    err: texts.stderr,
    json: () => JSON.parse(texts.stdout) as never,
    problem: () => JSON.parse(texts.stderr) as never,
  });
  return {
    code: runCli(argv, terminal),
    said,
    signals,
    spoken: (name: keyof typeof streams = 'stdout') => once(streams[name], 'data'),
  };
}

/** A folder of the machine for temporary things, removed at the end of the block that holds it with `await using`. */
export async function temporaryFolder(name = 'backroom-cli-') {
  const path = await mkdtemp(join(tmpdir(), name));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
}

/** A place for empty, up-to-date data folders. */
export async function dataTemplate() {
  const folder = await temporaryFolder();
  return {
    /** Makes one inside. */
    async copy(name: string): Promise<string> {
      const target = join(folder.path, name);
      await makeDataFolder(target);
      return target;
    },
    [Symbol.asyncDispose]: folder[Symbol.asyncDispose],
  };
}

/** Serves data in this process; commands reach it through its socket. */
export async function serving(folder: string, environment: Environment = {}) {
  const started = start(['serve', '--json', '--port', '0'], { environment: { DATA_DIR: folder, ...environment } });
  await Promise.race([started.spoken(), started.code]);
  if (started.said().out === '') throw new Error(started.said().err);
  const served = started.said().json() as {
    readonly url: string;
    readonly administrator: { readonly username: string; readonly generated_password: string } | null;
  };
  return {
    ...served,
    /** Runs a command beside the server. */
    run: (argv: readonly string[], typing: Typing = {}) =>
      backroom(argv, { ...typing, environment: { DATA_DIR: folder, ...environment, ...typing.environment } }),
    /** Stops it and returns its exit code. */
    async stop(): Promise<number> {
      started.signals.emit('SIGTERM');
      return started.code;
    },
    async [Symbol.asyncDispose]() {
      started.signals.emit('SIGTERM');
      await started.code;
    },
  };
}
