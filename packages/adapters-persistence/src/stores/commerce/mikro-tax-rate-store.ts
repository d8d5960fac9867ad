import type { Page, PageRequest } from '@backroom/core';
import type { TaxRate } from '@backroom/core/commerce';
import type { RecordFilter, TaxRateStore } from '@backroom/core/orders';
import type { Kysely } from 'kysely';
import type { Database } from '../../database.ts';
import { TaxRateRow } from '../../rows/shop-order.row.ts';
import type { Tables } from '../../tables.ts';
import { searchText } from '../search.ts';
import { listRecords, selectAfter, selectByIds } from './record-queries.ts';
import { allocateIds, deleteRows, upsertRecords } from './record-writes.ts';
import { rowRecord } from './row-record.ts';

const { table, target, toRow } = rowRecord<TaxRate, 'search_text'>(TaxRateRow, {
  computed: ['search_text'],
  hasCreatedAt: false,
});

/** Tax rates in PostgreSQL; their creation time is that of the first write. */
export class MikroTaxRateStore implements TaxRateStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: number): Promise<TaxRate | undefined> {
    return (await selectByIds(this.#db, table, [id]))[0];
  }

  async findMany(ids: readonly number[]): Promise<readonly TaxRate[]> {
    return selectByIds(this.#db, table, ids);
  }

  async nextIds(count: number): Promise<readonly number[]> {
    return allocateIds(this.#db, 'tax_rate', count);
  }

  async save(rates: readonly TaxRate[], now: Date): Promise<void> {
    const records = rates.map((rate) =>
      toRow(rate, { search_text: searchText(rate.name, rate.country, rate.state), created_at: null }),
    );
    await upsertRecords(this.#db, target, { records, now });
  }

  async remove(ids: readonly number[]): Promise<void> {
    await deleteRows(this.#db, 'tax_rate', ids);
  }

  async list(filter: RecordFilter, page: PageRequest): Promise<Page<TaxRate>> {
    return listRecords(this.#db, table, { filter, page });
  }

  async walk(afterId: number, most: number): Promise<readonly TaxRate[]> {
    return selectAfter(this.#db, table, { afterId, most });
  }

  get #db(): Kysely<Tables> {
    return this.#database.kysely();
  }
}
