import type { BackroomDatabase } from './backroom-database.ts';
import { openWith } from './database.ts';
import type { DatabaseOptions } from './database-options.ts';
import { ourSchema } from './schema/our-schema.ts';
import type { Tables } from './tables.ts';

/**
 * Opens the database of Backroom; the schema stays unchanged until `migrate`.
 * @throws DatabaseUnavailable
 * @throws DataFolderInUse
 */
export function openDatabase(options: DatabaseOptions): Promise<BackroomDatabase> {
  return openWith<Tables>(options, ourSchema);
}
