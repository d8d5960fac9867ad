import type { BackroomDatabase } from './backroom-database.ts';
import type { Database } from './database.ts';

/**
 * The query builder and entity managers behind a published database.
 * @throws TypeError for a database that `openDatabase` has not opened
 */
export function sqlOf(database: BackroomDatabase): Database {
  if (!('kysely' in database)) throw new TypeError('The database must be one that openDatabase has opened.');
  return database as Database;
}
