import type { Page, PageRequest } from '@backroom/core';
import type { Coupon, DiscountType } from '@backroom/core/commerce';
import { fold } from '@backroom/core/kernel';
import { type CouponStore, couponExists, type RecordFilter } from '@backroom/core/orders';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import { mapConstraintErrors } from '../constraint-errors.ts';
import { listRecords, type RecordTable, selectAfter, selectByIds, selectRecords } from './record-queries.ts';
import { allocateIds, deleteRows, type UpsertRow, type UpsertTarget, upsertRecords } from './record-writes.ts';

interface CouponRecord {
  readonly id: number;
  readonly code: string;
  readonly discount_type: DiscountType;
  readonly amount: number;
  readonly created_at: Date;
  readonly expires_at: Date | null;
}

const couponTable: RecordTable<CouponRecord, Coupon> = {
  table: 'coupon',
  columns: 'r.id, r.code, r.discount_type, r.amount, r.created_at, r.expires_at',
  created: 'created_at',
  modified: 'modified_at',
  toRecord: ({ id, code, discount_type, amount, created_at, expires_at }) => ({
    id,
    code,
    amount,
    discountType: discount_type,
    createdAt: created_at,
    expiresAt: expires_at,
  }),
};

const couponTarget: UpsertTarget = {
  table: 'coupon',
  columns: {
    code: 'text',
    code_key: 'text',
    discount_type: 'text',
    amount: 'bigint',
    expires_at: 'timestamptz',
    search_text: 'text',
  },
};

/** Coupons in PostgreSQL; codes are unique regardless of case. */
export class MikroCouponStore implements CouponStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: number): Promise<Coupon | undefined> {
    return (await selectByIds(this.#db, couponTable, [id]))[0];
  }

  async findByCodes(codes: readonly string[]): Promise<readonly Coupon[]> {
    if (codes.length === 0) return [];
    return selectRecords(this.#db, couponTable, sql`r.code_key = any(${codes.map(codeKey)}::text[])`);
  }

  async findMany(ids: readonly number[]): Promise<readonly Coupon[]> {
    return selectByIds(this.#db, couponTable, ids);
  }

  async nextIds(count: number): Promise<readonly number[]> {
    return allocateIds(this.#db, 'coupon', count);
  }

  async save(coupons: readonly Coupon[], now: Date): Promise<void> {
    const records = coupons.map(toCouponRow);
    await mapConstraintErrors(
      { coupon_code_key: couponExists },
      upsertRecords(this.#db, couponTarget, { records, now }),
    );
  }

  async remove(ids: readonly number[]): Promise<void> {
    await deleteRows(this.#db, 'coupon', ids);
  }

  async list(filter: RecordFilter, page: PageRequest): Promise<Page<Coupon>> {
    return listRecords(this.#db, couponTable, { filter, page });
  }

  async walk(afterId: number, most: number): Promise<readonly Coupon[]> {
    return selectAfter(this.#db, couponTable, { afterId, most });
  }

  get #db(): Kysely<Tables> {
    return this.#database.kysely();
  }
}

const codeKey = (code: string): string => code.toLowerCase();

const toCouponRow = ({ id, code, discountType, amount, createdAt, expiresAt }: Coupon): UpsertRow => ({
  id,
  code,
  amount,
  code_key: codeKey(code),
  discount_type: discountType,
  expires_at: expiresAt,
  search_text: fold(code),
  created_at: createdAt,
});
