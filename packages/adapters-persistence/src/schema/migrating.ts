import { setInterval } from 'node:timers/promises';
import { type MigrationObject, MikroORM } from '@mikro-orm/postgresql';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { CompiledQuery, type Kysely } from 'kysely';
import { serverOptions } from '../connection/connecting.ts';
import type { StorageLocation } from '../database-options.ts';
import { LockWaits, lockTryMillis } from './lock-waits.ts';
import { type MigrationLock, withMigrationLock } from './migration-lock.ts';
import { type OrmSchema, ormOptions } from './orm-options.ts';

/** Query of the recorded migrations. */
const recorded = CompiledQuery.raw('select name from public.schema_migrations');
const undefinedTable = '42P01';

/** Returns the names of pending migrations in order; read-only, even on an empty database. */
export async function pendingSteps<T>(pool: Kysely<T>, migrations: readonly MigrationObject[]): Promise<string[]> {
  const done = await pool.executeQuery<{ name: string }>(recorded).then(
    ({ rows }) => new Set(rows.map(({ name }) => name)),
    (error: { readonly code?: unknown }) => {
      if (error.code === undefinedTable) return new Set<string>();
      throw error;
    },
  );
  return migrations.map(({ name }) => name).filter((name) => !done.has(name));
}

/** Dependencies of a migration run. */
export interface Migrating<T> {
  readonly location: StorageLocation;
  readonly schema: OrmSchema;
  readonly orm: MikroORM;
  readonly pool: Kysely<T>;
  readonly waits?: LockWaits;
}

/**
 * Applies pending migrations under the migration lock and returns their names. Each migration runs in its own transaction, so
 * those completed before a failure stay applied.
 * @throws LockWaitTimeout
 * @throws DatabaseUnavailable
 */
export async function migrate<T>({
  location,
  schema,
  orm,
  pool,
  waits = new LockWaits(),
}: Migrating<T>): Promise<readonly string[]> {
  if ((await pendingSteps(pool, schema.migrations)).length === 0) return [];
  const work = async (lock: MigrationLock) => {
    // Not on pooled connections, whose statements have the limits of requests.
    const own = location.kind === 'server' ? await openForMigrations(location, schema) : undefined;
    try {
      return await takeSteps(own ?? orm, lock, waits);
    } finally {
      await own?.close(true);
    }
  };
  return withMigrationLock(location, work, waits);
}

const openForMigrations = (location: Extract<StorageLocation, { kind: 'server' }>, { migrations }: OrmSchema) => {
  const options = serverOptions({ ...location, poolSize: 2, applicationName: 'backroom migrate' });
  return new MikroORM(ormOptions({ ...options, query_timeout: 0 }, { entities: [], migrations }));
};

async function takeSteps(orm: MikroORM, lock: MigrationLock, waits: LockWaits): Promise<readonly string[]> {
  const names = (await orm.migrator.getPending()).map(({ name }) => name);
  for (const name of names) await takeStep(name, { orm, lock, waits });
  return names;
}

interface StepParts {
  readonly orm: MikroORM;
  readonly lock: MigrationLock;
  readonly waits: LockWaits;
}

/** Poll interval for the awaited lock: at least once per lock wait. */
const lookMillis = lockTryMillis / 4;

async function takeStep(name: string, { orm, lock, waits }: StepParts): Promise<void> {
  let awaited = 'a lock';
  const step = async () => {
    lock.assertHeld();
    const looking = new AbortController();
    try {
      await orm.em.fork().transactional(async (em) => {
        const pid = await prepare(em);
        watch(pid, looking.signal).catch(() => {});
        await orm.migrator.up({ migrations: [name], transaction: em.getTransactionContext() });
        lock.assertHeld();
      });
    } finally {
      looking.abort();
    }
  };
  const watch = async (pid: number, signal: AbortSignal) => {
    for await (const _ of setInterval(lookMillis, undefined, { signal }))
      awaited = (await lock.awaitedBy(pid)) ?? awaited;
  };
  await waits.retry(step, async () => `${awaited}, in migration ${name}`);
}

/** Sets limits per transaction, so that they also apply behind poolers; the run time of a migration is unlimited. */
async function prepare(em: SqlEntityManager): Promise<number> {
  await em.execute(`set local lock_timeout = ${lockTryMillis}`);
  await em.execute('set local statement_timeout = 0');
  await em.execute('set local idle_in_transaction_session_timeout = 0');
  const [row] = await em.execute<[{ pid: number }]>('select pg_backend_pid() as pid');
  return row.pid;
}
