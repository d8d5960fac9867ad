import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { PostgresSource } from './postgres-binaries.ts';

/** A running server of our own: empty, reachable over TCP and over a unix socket, open to the user `postgres`. */
export interface TestPostgres {
  /** The connection text over TCP, of the database `postgres`. */
  readonly url: string;
  readonly port: number;
  /** What to give as `host` to connect over the unix socket. */
  readonly socketFolder: string;
  readonly source: PostgresSource;
  readonly version: string;
  /** A streaming replica of it, where one was asked for. */
  readonly replica?: {
    readonly url: string;
    /** Of its first process, which may be killed. */
    readonly pid: number;
  };
  /** Stops the server and removes its files. Not calling it is safe: the server ends with this process. */
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL: the one installed on this machine, else the one from npm. The environment variable
 * `TEST_POSTGRES` (`installed` or `npm`) or the argument asks for one of the two and nothing else.
 */
export async function startPostgres(
  source = sourceFromEnvironment(),
  { isDurable = false, withReplica = false }: { readonly isDurable?: boolean; readonly withReplica?: boolean } = {},
): Promise<TestPostgres> {
  const supervisor = fileURLToPath(new URL('./postgres-supervisor.ts', import.meta.url));
  const wishes = [...(isDurable ? ['durable'] : []), ...(withReplica ? ['replica'] : [])];
  const child = spawn(process.execPath, [supervisor, source ?? 'any', ...wishes], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let first: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    first = line;
    break;
  }
  const message = JSON.parse(first ?? '{"error":"its supervisor ended without a word"}');
  if (message.error !== undefined) {
    await ended;
    throw new Error(`PostgreSQL for the tests could not be started: ${message.error}`);
  }
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await ended;
  };
  return { ...message, stop };
}

function sourceFromEnvironment(): PostgresSource | undefined {
  const wanted = process.env.TEST_POSTGRES;
  if (wanted === undefined || wanted === '' || wanted === 'installed' || wanted === 'npm') return wanted || undefined;
  throw new Error(`TEST_POSTGRES must be "installed" or "npm", not "${wanted}"`);
}
