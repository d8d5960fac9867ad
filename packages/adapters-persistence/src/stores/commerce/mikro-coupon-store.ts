import type { Page, PageRequest } from '@backroom/core';
import type { Coupon } from '@backroom/core/commerce';
import { fold } from '@backroom/core/kernel';
import { type CouponStore, couponExists, type RecordFilter } from '@backroom/core/orders';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database.ts';
import { CouponRow } from '../../rows/shop-order.row.ts';
import type { Tables } from '../../tables.ts';
import { mapConstraintErrors } from '../constraint-errors.ts';
import { listRecords, selectAfter, selectByIds, selectRecords } from './record-queries.ts';
import { allocateIds, deleteRows, type UpsertRow, upsertRecords } from './record-writes.ts';
import { rowRecord } from './row-record.ts';

const { table, target, toRow } = rowRecord<Coupon, 'code_key' | 'search_text'>(CouponRow, {
  computed: ['code_key', 'search_text'],
  hasCreatedAt: true,
});

/** Coupons in PostgreSQL; codes are unique regardless of case. */
export class MikroCouponStore implements CouponStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: number): Promise<Coupon | undefined> {
    return (await selectByIds(this.#db, table, [id]))[0];
  }

  async findByCodes(codes: readonly string[]): Promise<readonly Coupon[]> {
    if (codes.length === 0) return [];
    return selectRecords(this.#db, table, sql`r.code_key = any(${codes.map(codeKey)}::text[])`);
  }

  async findMany(ids: readonly number[]): Promise<readonly Coupon[]> {
    return selectByIds(this.#db, table, ids);
  }

  async nextIds(count: number): Promise<readonly number[]> {
    return allocateIds(this.#db, 'coupon', count);
  }

  async save(coupons: readonly Coupon[], now: Date): Promise<void> {
    const records = coupons.map(toCouponRow);
    await mapConstraintErrors({ coupon_code_key: couponExists }, upsertRecords(this.#db, target, { records, now }));
  }

  async remove(ids: readonly number[]): Promise<void> {
    await deleteRows(this.#db, 'coupon', ids);
  }

  async list(filter: RecordFilter, page: PageRequest): Promise<Page<Coupon>> {
    return listRecords(this.#db, table, { filter, page });
  }

  async walk(afterId: number, most: number): Promise<readonly Coupon[]> {
    return selectAfter(this.#db, table, { afterId, most });
  }

  get #db(): Kysely<Tables> {
    return this.#database.kysely();
  }
}

const codeKey = (code: string): string => code.toLowerCase();

const toCouponRow = (coupon: Coupon): UpsertRow =>
  toRow(coupon, {
    code_key: codeKey(coupon.code),
    search_text: fold(coupon.code),
    created_at: coupon.createdAt,
  });
