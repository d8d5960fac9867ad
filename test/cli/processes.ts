import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { keepsCompiled } from '../support/compiled.ts';
import type { Environment } from './terminal.ts';

const main = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url));

/** Starts the built program as a process of its own; it does not outlive the block that holds it with `await using`. */
export function launch(
  argv: readonly string[],
  { environment = {}, input = '' }: { readonly environment?: Environment; readonly input?: string | Readable } = {},
) {
  const child = follow(process.execPath, [...program(), ...argv], environment);
  if (typeof input === 'string') child.stdin.end(input);
  else input.pipe(child.stdin);
  return child;
}

/** Starts the built program on a terminal of its own; both outputs are `out`. */
export function launchAtTerminal(argv: readonly string[], environment: Environment = {}) {
  const line = [process.execPath, ...program(), ...argv].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const child = follow('script', ['-qec', line, '/dev/null'], { TERM: 'xterm', ...environment });
  return { ...child, type: (text: string) => void child.stdin.write(text) };
}

/** The arguments of Node that run the built program. */
export function program(): readonly string[] {
  if (!existsSync(main)) throw new Error('The program is not built: npm test builds it first.');
  return [main];
}

function follow(executable: string, argv: readonly string[], environment: Environment) {
  const child = spawn(executable, argv, {
    env: { PATH: process.env.PATH, ...keepsCompiled, ...environment },
    stdio: 'pipe',
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      texts[name] += chunk.toString();
    });
  }
  child.stdin.on('error', () => {});
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const ended = closed.then(([code, signal]) => ({ code, signal, out: texts.stdout, err: texts.stderr }));
  return {
    stdin: child.stdin,
    pid: child.pid ?? 0,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    said: () => ({ out: texts.stdout, err: texts.stderr }),
    /** Closes its standard output from this end, as `| head` does when it has enough. */
    unread: () => void child.stdout.destroy(),
    ended,
    /** Waits until one of its outputs contains this, or it has ended. */
    async until(pattern: RegExp): Promise<void> {
      const isSaid = () => pattern.test(texts.stdout) || pattern.test(texts.stderr);
      while (!isSaid() && child.exitCode === null && child.signalCode === null) {
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), closed]);
      }
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

/** Starts a server as a process, and waits until it listens. */
export async function launchServer(environment: Environment, argv: readonly string[] = []) {
  const server = launch(['serve', '--port', '0', ...argv], { environment });
  await server.until(/Stop with Ctrl-C|^backroom: /m);
  const [, url = ''] = /serves at (http:\S+)/.exec(server.said().err) ?? [];
  return {
    ...server,
    url,
    async stop() {
      server.kill('SIGTERM');
      return server.ended;
    },
  };
}

/** Signs in over HTTP and returns the status. */
export async function signIn(url: string, username: string, password: string): Promise<number> {
  const body = JSON.stringify({ username, password });
  const { status } = await fetch(`${url}/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return status;
}
