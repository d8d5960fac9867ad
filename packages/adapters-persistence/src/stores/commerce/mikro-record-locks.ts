import type { LockedRecord, RecordLocks } from '@backroom/core/commerce';
import { sql } from 'kysely';
import type { Database } from '../../database.ts';
import { lockCategoryTree } from './category-closure.ts';

/** First keys of the advisory locks of ids; the second is the id. */
const keys: Readonly<Record<LockedRecord, number>> = {
  product: 4_621,
  product_category: 4_622,
  customer: 4_623,
  coupon: 4_624,
  tax_rate: 4_625,
  page: 4_626,
};

/** Locks of ids and of their rows in PostgreSQL, which let others refer to them; every kind is named as its table. */
export class MikroRecordLocks implements RecordLocks {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async hold(kind: LockedRecord, id: number): Promise<void> {
    // Changes of the tree lock it before its rows.
    if (kind === 'product_category') await lockCategoryTree(this.#database.kysely());
    await sql`
      with held as materialized (select pg_advisory_xact_lock(${keys[kind]}::int, ${id}::int))
      select from ${sql.table(kind)} where id = (select ${id}::int from held) for no key update`.execute(
      this.#database.kysely(),
    );
  }
}
