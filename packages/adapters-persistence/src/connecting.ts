import { join } from 'node:path';
import type pg from 'pg';
import { DatabaseUnavailable, EmbeddedBusy, isPoolTimeout, withUnavailability } from './database-errors.ts';
import { lockDataFolder } from './embedded/data-folder-lock.ts';
import { EmbeddedServer } from './embedded/embedded-server.ts';
import type { DataSource } from './embedded/port-messages.ts';
import { PreparingClient, type PreparingConfig } from './preparing-client.ts';
import type { Backend } from './session-settings.ts';
import { limitsInForce, noLimits, withLimits } from './statement-limits.ts';
import type { StatementNaming } from './statement-name.ts';
import { type HearStorage, StorageWatch } from './storage-watch.ts';
import { valueTypes } from './value-types.ts';

/** Where the data is. */
export type DatabaseLocation =
  | {
      /** Gone when it is closed. */
      readonly kind: 'memory';
      /** What `templateOf` gave: the database begins with that instead of empty, and much sooner. */
      readonly template?: Uint8Array;
    }
  | {
      /** PostgreSQL inside this process. */
      readonly kind: 'embedded';
      /** Made when it is missing; one process at a time can have it open. */
      readonly folder: string;
    }
  | {
      readonly kind: 'server';
      /** As `postgresql://user:password@host:5432/database?sslmode=verify-full`. */
      readonly url: string;
      /** At most so many connections; 10 unless given. */
      readonly poolSize?: number;
      /** Idle time in milliseconds after which TCP asks whether the server is still there; 10,000 unless given. */
      readonly keepAliveMillis?: number;
      /** How the server's own lists name the connections; `backroom` unless given. */
      readonly applicationName?: string;
      /** False for a pooler between us and the server that hands connections out by transaction. */
      readonly preparesStatements?: boolean;
    };

/** A server among the places of data. */
export type ServerLocation = Extract<DatabaseLocation, { kind: 'server' }>;

/** The options of a pool of our clients. */
export type PoolOptions = pg.PoolConfig & Omit<PreparingConfig, keyof pg.ClientConfig>;

/** Who hears of the connections as a whole. */
export interface ConnectionListener {
  readonly onStorage?: HearStorage;
}

/** The driver's options, and what belongs to its pool. */
export interface Connecting extends Reaching {
  readonly storage: StorageWatch;
  /** The pool, once the driver has made it. */
  driver(): pg.Pool;
}

interface Reaching {
  readonly options: PoolOptions;
  readonly server: EmbeddedServer | undefined;
}

/**
 * Statements are prepared once and so are their plans: they read by keys and indexes, where the values make no
 * difference, and planning some of them takes twenty times as long as running them.
 */
export const planOnce = 'plan_cache_mode=force_generic_plan';

/**
 * Plans are run, not compiled first: the server would compile those that look dear to it at every call, which took 200 ms
 * where the statement itself took 4.
 */
const interpreted = 'jit=off';

/** So long does anyone wait for a connection. */
export const connectionTimeoutMillis = 5000;

/** Makes a database reachable; what it starts is given to `opened`, to be ended last first. */
export async function connecting(
  location: DatabaseLocation & ConnectionListener,
  opened: (end: () => Promise<void>) => void,
): Promise<Connecting> {
  const { options, server } = await reaching(location, opened);
  const storage = new StorageWatch(location.onStorage ?? (() => {}));
  opened(async () => storage.end());
  let driver: pg.Pool | undefined;
  const onPoolCreated = (created: pg.Pool) => {
    driver ??= created;
    tellUnavailability(created, { isEmbedded: server !== undefined });
    storage.observe(created);
  };
  return {
    ...{ options: { ...options, onPoolCreated } as PoolOptions, server, storage },
    driver() {
      if (driver === undefined) throw new TypeError('The driver was opened without a pool.');
      return driver;
    },
  };
}

async function reaching(location: DatabaseLocation, opened: (end: () => Promise<void>) => void): Promise<Reaching> {
  if (location.kind === 'server') {
    const written = { limits: limitsInForce, mustWrite: true, onConnect: greet };
    return { options: { ...serverOptions(location), ...written }, server: undefined };
  }
  const server = new EmbeddedServer({
    source: await sourceOf(location, opened),
    patienceMillis: connectionTimeoutMillis,
  });
  opened(() => server.close());
  await server.ready;
  // One session is all there is; ending it while nobody needs it would only forget the prepared statements.
  const one = { max: 1, idleTimeoutMillis: 0, database: 'postgres', user: 'postgres', ssl: false };
  const ours = { isEmbedded: true, limits: limitsInForce };
  return { options: { ...sharedOptions(), ...one, ...ours, stream: () => server.stream() }, server };
}

interface Greeting {
  readonly refuses: boolean;
  readonly pid: number;
  readonly values: Backend['values'];
}

/**
 * Refuses a new connection to a standby, or to a server that is read-only otherwise, and learns how limits can be set. The number
 * that a pooler gives the client is not that of a backend.
 * @throws DatabaseUnavailable
 */
async function greet(client: pg.ClientBase): Promise<void> {
  const { rows } = await withLimits({ ...noLimits, answerMillis: connectionTimeoutMillis }, () =>
    client.query<Greeting>(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as refuses, pg_backend_pid() as pid,
        jsonb_build_object('lock', current_setting('lock_timeout'), 'statement', current_setting('statement_timeout'),
          'idle', current_setting('idle_in_transaction_session_timeout')) as values`,
    ),
  );
  const [row] = rows;
  if (row?.refuses !== false) throw new DatabaseUnavailable(new Error('The server is read-only.'));
  const isOwn = (client as unknown as { readonly processID: number | null }).processID === row.pid;
  if (client instanceof PreparingClient) client.learn({ isOwn, values: row.values });
}

async function sourceOf(
  location: Exclude<DatabaseLocation, { kind: 'server' }>,
  opened: (end: () => Promise<void>) => void,
): Promise<DataSource> {
  // Not the location itself: what else the options hold may be nothing that a worker can be given.
  if (location.kind === 'memory') return { kind: 'memory', ...(location.template && { template: location.template }) };
  const lock = await lockDataFolder(location.folder);
  opened(() => lock.release());
  return { kind: 'folder', folder: join(location.folder, 'postgres') };
}

/** The driver's options for a server, and what else its connections are to begin with. */
export function serverOptions(location: ServerLocation, more: readonly string[] = []): PoolOptions {
  return {
    ...sharedOptions(),
    connectionString: location.url,
    max: location.poolSize ?? 10,
    idleTimeoutMillis: 60_000,
    application_name: location.applicationName ?? 'backroom',
    keepAlive: true,
    keepAliveInitialDelayMillis: location.keepAliveMillis ?? 10_000,
    ...(location.preparesStatements === false
      ? { naming: () => ({ isOn: false }) }
      : { options: [planOnce, interpreted, ...more].map((each) => `-c ${each}`).join(' ') }),
  };
}

function sharedOptions(): PoolOptions {
  const naming: StatementNaming = { isOn: true };
  return { connectionTimeoutMillis, types: valueTypes(), Client: PreparingClient, naming: () => naming };
}

/**
 * Lets the pool tell a refused connection, and its own timeout, in the words of this package. On the embedded database a timeout is
 * `busy`: its one connection is in use by other work of this process.
 */
export function tellUnavailability(pool: pg.Pool, { isEmbedded = false } = {}): void {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  const told = (...given: unknown[]): unknown => {
    const connecting = connect(...given);
    if (!(connecting instanceof Promise)) return connecting;
    return connecting.catch((error: unknown) => {
      throw isEmbedded && isPoolTimeout(error) ? new EmbeddedBusy(error) : withUnavailability(error);
    });
  };
  pool.connect = told as pg.Pool['connect'];
}
