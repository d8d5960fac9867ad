import { is, not } from '../plan.ts';
import type { SegmentNames } from '../stats.ts';
import { rateCodeOf } from './rate-code.ts';

const named = (name: string) => (row: { readonly [column: string]: unknown }) => ({
  id: Number(row.id),
  label: String(row[name]),
});

/** Every product, or those that were asked for. */
export const productNames = (...parameters: readonly string[]): SegmentNames => ({
  from: 'product',
  columns: ['id', 'name'],
  where: is('parent_id', 0),
  wanted: { parameters, columns: ['id'] },
  tell: named('name'),
});

/** Every heading, or those that were asked for. */
export const categoryNames = (...parameters: readonly string[]): SegmentNames => ({
  from: 'category',
  columns: ['id', 'name'],
  wanted: { parameters, columns: ['id'] },
  tell: named('name'),
});

/** Every coupon, or those that were asked for. */
export const couponNames = (...parameters: readonly string[]): SegmentNames => ({
  from: 'coupon_record',
  columns: ['id', 'code'],
  wanted: { parameters, columns: ['id'] },
  tell: named('code'),
});

/** Every variation, or those that were asked for. */
export const variationNames = (...parameters: readonly string[]): SegmentNames => ({
  from: 'product',
  columns: ['id', 'name'],
  where: not(is('parent_id', 0)),
  wanted: { parameters, columns: ['id'] },
  tell: named('name'),
});

/** The variations of one product, and what was sold of it without any, under the id 0. */
export const variationsOfOne = (...parameters: readonly string[]): SegmentNames => ({
  from: 'product',
  columns: ['id', 'name'],
  wanted: { parameters, columns: ['id', 'parent_id'] },
  tell: ({ id, name }, [product]) => ({ id: id === product ? 0 : Number(id), label: String(name) }),
});

/** Every rate of tax, or those that were asked for. */
export const rateNames = (...parameters: readonly string[]): SegmentNames => ({
  from: 'tax_rate',
  columns: ['id', 'country', 'state', 'name', 'priority'],
  wanted: { parameters, columns: ['id'] },
  tell: (row) => ({ id: Number(row.id), label: rateCodeOf(row) }),
});
