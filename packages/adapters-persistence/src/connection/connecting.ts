import { join } from 'node:path';
import type pg from 'pg';
import { DatabaseUnavailable, EmbeddedBusy, isPoolTimeout, withUnavailability } from '../database-errors.ts';
import type { ConnectionListener, ServerLocation, StorageLocation } from '../database-options.ts';
import { lockDataFolder } from '../embedded/data-folder-lock.ts';
import { EmbeddedServer } from '../embedded/embedded-server.ts';
import type { DataSource } from '../embedded/port-messages.ts';
import { PreparingClient } from './preparing-client.ts';
import type { PreparingConfig } from './preparing-config.ts';
import type { SessionBackend } from './session-settings.ts';
import { noLimits } from './statement-limits.ts';
import type { StatementNaming } from './statement-name.ts';
import { StorageWatch } from './storage-watch.ts';
import { valueTypes } from './value-types.ts';
import { limitsInForce, mayWait, withLimits } from './work-context.ts';

/** Options of a pool of `PreparingClient`s. */
export type PoolOptions = pg.PoolConfig & Omit<PreparingConfig, keyof pg.ClientConfig>;

/** Driver options, and the services of its pool. */
export interface Connecting extends PoolTarget {
  readonly storage: StorageWatch;
  /** The pool, once the driver has created it. */
  driver(): pg.Pool;
}

/** Options of the pool, and the embedded server that it connects to. */
interface PoolTarget {
  readonly options: PoolOptions;
  readonly server: EmbeddedServer | undefined;
}

/**
 * Statements are prepared and planned once: they read by keys and indexes, so plans do not depend on the values, and planning
 * some of them takes twenty times as long as running them.
 */
export const planOnce = 'plan_cache_mode=force_generic_plan';

/**
 * No JIT compilation: the server would compile statements with a high cost estimate at every call, which took 200 ms for a
 * statement of 4 ms.
 */
const interpreted = 'jit=off';

/** Maximum wait for a connection of the pool. */
export const connectionTimeoutMillis = 5000;

/** Opens a connection to the database; resources are passed to `opened`, to be closed in reverse order. */
export async function connecting(
  location: StorageLocation & ConnectionListener & Pick<PreparingConfig, 'onWritten'>,
  opened: (end: () => Promise<void>) => void,
): Promise<Connecting> {
  const { options, server } = await resolveTarget(location, opened);
  const storage = new StorageWatch(location.onStorage ?? (() => {}));
  opened(async () => storage.end());
  let driver: pg.Pool | undefined;
  const { onWritten } = location;
  const onPoolCreated = (created: pg.Pool) => {
    driver ??= created;
    convertUnavailability(created, { isEmbedded: server !== undefined, onFailure: (error) => storage.note(error) });
    storage.observe(created);
  };
  return {
    options: { ...options, ...(onWritten && { onWritten }), onPoolCreated } as PoolOptions,
    server,
    storage,
    driver() {
      if (driver === undefined) throw new TypeError('The driver was opened without a pool.');
      return driver;
    },
  };
}

async function resolveTarget(
  location: StorageLocation,
  opened: (end: () => Promise<void>) => void,
): Promise<PoolTarget> {
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
  // There is only one session; closing it when idle would only discard the prepared statements.
  const one = { max: 1, idleTimeoutMillis: 0, database: 'postgres', user: 'postgres', ssl: false };
  const ours = { isEmbedded: true, limits: limitsInForce };
  return { options: { ...sharedOptions(), ...one, ...ours, stream: () => server.stream() }, server };
}

/** State of a new session. */
interface SessionRow {
  readonly refuses: boolean;
  readonly pid: number;
  readonly values: SessionBackend['values'];
}

/**
 * Refuses a new connection to a standby or read-only server, and determines how limits can be set. Behind a pooler, the
 * backend key sent to the client is not the process id of a backend.
 * @throws DatabaseUnavailable
 */
async function greet(client: pg.ClientBase): Promise<void> {
  const { rows } = await withLimits({ ...noLimits, answerMillis: connectionTimeoutMillis }, () =>
    client.query<SessionRow>(
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
  location: Exclude<StorageLocation, { kind: 'server' }>,
  opened: (end: () => Promise<void>) => void,
): Promise<DataSource> {
  // Only these members: other options may not be transferable to a worker.
  if (location.kind === 'memory') return { kind: 'memory', ...(location.template && { template: location.template }) };
  const lock = await lockDataFolder(location.folder);
  opened(() => lock.release());
  return { kind: 'folder', folder: join(location.folder, 'postgres') };
}

/** Driver options for a server, with further server options for its connections. */
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
 * Converts refused connections and timeouts of the pool to errors of this package. On the embedded database a timeout is
 * `busy`: its one connection is in use by other work of this process. Work that may wait goes on waiting, because the other work can
 * be its own: a rebuild compares portions concurrently.
 */
export function convertUnavailability(
  pool: pg.Pool,
  { isEmbedded = false, onFailure = (_: unknown): void => {} } = {},
): void {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  const converting = (...given: unknown[]): unknown => {
    const connecting = connect(...given);
    if (!(connecting instanceof Promise)) return connecting;
    return connecting.catch((error: unknown) => {
      const isBusy = isEmbedded && isPoolTimeout(error);
      if (isBusy && mayWait()) return converting(...given);
      const failure = isBusy ? new EmbeddedBusy(error) : withUnavailability(error);
      onFailure(failure);
      throw failure;
    });
  };
  pool.connect = converting as pg.Pool['connect'];
}
