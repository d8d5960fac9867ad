import type { LockedRecord, RecordLocks } from '@backroom/core/commerce';
import { sql } from 'kysely';
import type { Database } from '../../database.ts';
import { lockCategoryTree } from './category-closure.ts';

/** Row locks of single records in PostgreSQL, which let others refer to them; every kind is named as its table. */
export class MikroRecordLocks implements RecordLocks {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async hold(kind: LockedRecord, id: number): Promise<void> {
    // Changes of the tree lock it before its rows.
    if (kind === 'product_category') await lockCategoryTree(this.#database.kysely());
    await sql`select from ${sql.table(kind)} where id = ${id} for no key update`.execute(this.#database.kysely());
  }
}
