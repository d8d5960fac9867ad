import pg from 'pg';
import { connectionTimeoutMillis, type DatabaseLocation } from './connecting.ts';
import { withUnavailability } from './database-errors.ts';

/** Any number will do, as long as nobody else uses it on the same database. */
const lockNumber = '7203489113320117';

/** Does the work while no other process does such work on the same server; the embedded database has one process anyway. */
export async function withMigrationLock<T>(location: DatabaseLocation, work: () => Promise<T>): Promise<T> {
  if (location.kind !== 'server') return work();
  // A connection of its own: the pool may have no second one.
  const client = new pg.Client({ connectionString: location.url, connectionTimeoutMillis, keepAlive: true });
  // A connection that is lost gives its lock back; the work finds out by itself.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [lockNumber]);
    return await work();
  } catch (error) {
    throw withUnavailability(error);
  } finally {
    await client.end().catch(() => {});
  }
}
