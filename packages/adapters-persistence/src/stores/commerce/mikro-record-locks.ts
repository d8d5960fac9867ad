import type { LockedRecord, RecordLocks } from '@backroom/core/commerce';
import { sql } from 'kysely';
import type { Database } from '../../database.ts';

/** Row locks of single records in PostgreSQL; every kind is named as its table. */
export class MikroRecordLocks implements RecordLocks {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async hold(kind: LockedRecord, id: number): Promise<void> {
    await sql`select from ${sql.table(kind)} where id = ${id} for update`.execute(this.#database.kysely());
  }
}
