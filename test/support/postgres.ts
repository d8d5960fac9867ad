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
  /** Of its first process. */
  readonly pid: number;
  /** What to give as `host` to connect over the unix socket. */
  readonly socketFolder: string;
  readonly source: PostgresSource;
  readonly version: string;
  /** Streaming replicas of it, as many as requested. */
  readonly replicas: readonly {
    readonly url: string;
    /** Of its first process, which may be killed. */
    readonly pid: number;
  }[];
  /** Stops the server and removes its files. Not calling it is safe: the server ends with this process. */
  stop(): Promise<void>;
}

/** How a server for tests is started. */
export interface PostgresOptions {
  /** Whether what is committed is on disk. */
  readonly isDurable?: boolean;
  readonly replicas?: number;
  /** Whether a commit waits until a replica has it. */
  readonly isSynchronous?: boolean;
  /** Whether its replicas live on when it is killed. */
  readonly isMortal?: boolean;
}

/**
 * Starts a real PostgreSQL: the one installed on this machine, else the one from npm. The environment variable
 * `TEST_POSTGRES` (`installed` or `npm`) or the argument selects one of the two and nothing else.
 */
export async function startPostgres(
  source = sourceFromEnvironment(),
  { isDurable = false, replicas = 0, isSynchronous = false, isMortal = false }: PostgresOptions = {},
): Promise<TestPostgres> {
  const supervisor = fileURLToPath(new URL('./postgres-supervisor.ts', import.meta.url));
  const named = { durable: isDurable, synchronous: isSynchronous, mortal: isMortal };
  const options = [`replicas=${replicas}`, ...Object.entries(named).flatMap(([name, is]) => (is ? [name] : []))];
  const child = spawn(process.execPath, [supervisor, source ?? 'any', ...options], {
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
