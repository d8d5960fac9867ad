import pg from 'pg';
import { connectionTimeoutMillis } from '../connection/connecting.ts';
import { DatabaseUnavailable, withUnavailability } from '../database-errors.ts';
import type { StorageLocation } from '../database-options.ts';
import { LockWaits, lockTryMillis } from './lock-waits.ts';

/** Key of the advisory lock; identical in all versions. */
const lockNumber = '7203489113320117';
const migrationLock = 'the lock of migrations';

/** Held during schema changes. */
export interface MigrationLock {
  /** @throws DatabaseUnavailable if the connection that holds the lock was lost */
  assertHeld(): void;
  /**
   * Names the lock that a backend waits for and the processes that hold it; undefined if it does not wait.
   * @throws DatabaseUnavailable
   */
  awaitedBy(pid: number): Promise<string | undefined>;
}

const notNeeded: MigrationLock = { assertHeld: () => {}, awaitedBy: async () => undefined };

/**
 * Runs work with an exclusive lock on schema changes of the server; the embedded database belongs to one process. The lock belongs
 * to a transaction, not to a session: a pooler rolls back the transaction of a lost client, but keeps its session.
 * @throws LockWaitTimeout if another process holds the lock for too long
 * @throws DatabaseUnavailable
 */
export async function withMigrationLock<T>(
  location: StorageLocation,
  work: (lock: MigrationLock) => Promise<T>,
  waits = new LockWaits(),
): Promise<T> {
  if (location.kind !== 'server') return work(notNeeded);
  const client = clientFor(location.url);
  let isLost = false;
  const lose = () => {
    isLost = true;
  };
  client.on('error', lose);
  client.on('end', lose);
  try {
    await client.connect();
    await waits.retry(
      () => acquire(client),
      async () => `${migrationLock}${await holders(client)}`,
    );
    return await work({
      assertHeld() {
        if (isLost || client.getTransactionStatus() === 'I')
          throw new DatabaseUnavailable(`The connection that held ${migrationLock} was lost.`);
      },
      awaitedBy: (pid) => awaited(client, pid),
    });
  } catch (error) {
    throw withUnavailability(error);
  } finally {
    // The end of the transaction releases the lock, even if a pooler keeps the session.
    if (!isLost) await client.query('rollback').catch(() => {});
    await client.end().catch(() => {});
  }
}

/** A separate connection: the pool may have only one. Its statements are short, so an unresponsive server is detected. */
const clientFor = (url: string): pg.Client =>
  new pg.Client({
    connectionString: url,
    connectionTimeoutMillis,
    query_timeout: lockTryMillis + connectionTimeoutMillis,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'backroom migrate',
  });

async function acquire(client: pg.Client): Promise<void> {
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${lockTryMillis}`);
    // The transaction is idle while the work runs.
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await client.query('set local statement_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [lockNumber]);
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function holders(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string | null }>(
    `select l.pid, a.application_name as name from pg_locks l left join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.objsubid = 1
       and l.database = (select oid from pg_database where datname = current_database())
       and (l.classid::bigint << 32) + l.objid::bigint = $1::bigint`,
    [lockNumber],
  );
  return heldBy(rows);
}

async function awaited(client: pg.Client, pid: number): Promise<string | undefined> {
  // Isolates errors and catalogue locks from the transaction that holds the migration lock.
  await client.query('savepoint looking');
  try {
    const { rows } = await client.query<{ what: string; pid: number | null; name: string | null }>(
      `select case when l.locktype = 'relation' then 'table ' || l.relation::regclass else 'a lock on ' || l.locktype end
         as what, h.pid, a.application_name as name
       from pg_locks l left join unnest(pg_blocking_pids($1)) h (pid) on true left join pg_stat_activity a on a.pid = h.pid
       where l.pid = $1 and not l.granted`,
      [pid],
    );
    const [first] = rows;
    return first && `${first.what}${heldBy(rows)}`;
  } finally {
    await client.query('rollback to savepoint looking');
  }
}

/** Reports the application name only, because statements may contain secrets. */
function heldBy(rows: readonly { readonly pid: number | null; readonly name: string | null }[]): string {
  const names = rows.flatMap(({ pid, name }) => (pid === null ? [] : [`${pid}${name ? ` ("${name}")` : ''}`]));
  return names.length === 0 ? '' : `, held by process ${names.join(', ')} of the server`;
}
