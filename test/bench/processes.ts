import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { serverEnvironment } from '../support/server-environment.ts';

/** What a server has done. */
export interface Counts {
  /** Statements sent to the database since its start. */
  readonly statements: number;
  /** The longest stop of its event loop since the last request, in milliseconds. */
  readonly longestStop: number;
}

/** A server in a process of its own. */
export interface Serving {
  readonly url: string;
  readonly pid: number;
  counts(): Promise<Counts>;
  /** Resident memory in MiB. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a script of this folder that prints where it listens. */
export async function start(
  script: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> },
): Promise<Serving> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), args, {
    env: { ...process.env, ...serverEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const url = await firstLine(child);
  const ask = async () => {
    const answer = once(child, 'message');
    child.send('counts');
    return (await answer)[0] as Counts & { readonly rss: number };
  };
  return {
    url,
    pid: child.pid ?? 0,
    counts: ask,
    async memory() {
      return Math.round((await ask()).rss / 2 ** 20);
    },
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    const [line, rest] = text.split('\n', 2);
    if (rest !== undefined && line !== undefined) return (JSON.parse(line) as { url: string }).url;
  }
  throw new Error('The server ended before it listened.');
}
