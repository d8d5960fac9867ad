import type { Page, PageRequest } from '@backroom/core';
import type { TaxRate } from '@backroom/core/commerce';
import type { RecordFilter, TaxRateStore } from '@backroom/core/orders';
import type { Kysely } from 'kysely';
import type { Database } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import { searchText } from '../search.ts';
import { listRecords, type RecordTable, selectAfter, selectByIds } from './record-queries.ts';
import { allocateIds, deleteRows, type UpsertTarget, upsertRecords } from './record-writes.ts';

const rateTable: RecordTable<TaxRate, TaxRate> = {
  table: 'tax_rate',
  columns: 'r.id, r.country, r.state, r.percent, r.name, r.priority, r.compound, r.shipping',
  created: 'created_at',
  modified: 'modified_at',
  toRecord: (row) => row,
};

const rateTarget: UpsertTarget = {
  table: 'tax_rate',
  columns: {
    country: 'text',
    state: 'text',
    percent: 'bigint',
    name: 'text',
    priority: 'int',
    compound: 'boolean',
    shipping: 'boolean',
    search_text: 'text',
  },
};

/** Tax rates in PostgreSQL; their creation time is that of the first write. */
export class MikroTaxRateStore implements TaxRateStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: number): Promise<TaxRate | undefined> {
    return (await selectByIds(this.#db, rateTable, [id]))[0];
  }

  async findMany(ids: readonly number[]): Promise<readonly TaxRate[]> {
    return selectByIds(this.#db, rateTable, ids);
  }

  async nextIds(count: number): Promise<readonly number[]> {
    return allocateIds(this.#db, 'tax_rate', count);
  }

  async save(rates: readonly TaxRate[], now: Date): Promise<void> {
    const records = rates.map((rate) => ({
      ...rate,
      search_text: searchText(rate.name, rate.country, rate.state),
      created_at: null,
    }));
    await upsertRecords(this.#db, rateTarget, { records, now });
  }

  async remove(ids: readonly number[]): Promise<void> {
    await deleteRows(this.#db, 'tax_rate', ids);
  }

  async list(filter: RecordFilter, page: PageRequest): Promise<Page<TaxRate>> {
    return listRecords(this.#db, rateTable, { filter, page });
  }

  async walk(afterId: number, most: number): Promise<readonly TaxRate[]> {
    return selectAfter(this.#db, rateTable, { afterId, most });
  }

  get #db(): Kysely<Tables> {
    return this.#database.kysely();
  }
}
