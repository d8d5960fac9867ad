import { is, not } from '../plan.ts';
import type { SegmentNames } from '../stats.ts';
import { rateCodeOf } from './rate-code.ts';

const named = (name: string) => (row: { readonly [column: string]: unknown }) => ({
  id: Number(row.id),
  label: String(row[name]),
});

/** All products, or the requested ones. */
export const productNames = (...parameters: readonly string[]): SegmentNames => ({
  from: 'product',
  columns: ['id', 'name'],
  where: is('parent_id', 0),
  selectedBy: { parameters, columns: ['id'] },
  labelOf: named('name'),
});

/** All categories, or the requested ones. */
export const categoryNames = (...parameters: readonly string[]): SegmentNames => ({
  from: 'category',
  columns: ['id', 'name'],
  selectedBy: { parameters, columns: ['id'] },
  labelOf: named('name'),
});

/** All coupons, or the requested ones. */
export const couponNames = (...parameters: readonly string[]): SegmentNames => ({
  from: 'coupon_record',
  columns: ['id', 'code'],
  selectedBy: { parameters, columns: ['id'] },
  labelOf: named('code'),
});

/** All variations, or the requested ones. */
export const variationNames = (...parameters: readonly string[]): SegmentNames => ({
  from: 'product',
  columns: ['id', 'name'],
  where: not(is('parent_id', 0)),
  selectedBy: { parameters, columns: ['id'] },
  labelOf: named('name'),
});

/** Variations of one product, and its sales without a variation under id 0. */
export const variationsOfOne = (...parameters: readonly string[]): SegmentNames => ({
  from: 'product',
  columns: ['id', 'name'],
  selectedBy: { parameters, columns: ['id', 'parent_id'] },
  labelOf: ({ id, name }, [product]) => ({ id: id === product ? 0 : Number(id), label: String(name) }),
});

/** All tax rates, or the requested ones. */
export const rateNames = (...parameters: readonly string[]): SegmentNames => ({
  from: 'tax_rate',
  columns: ['id', 'country', 'state', 'name', 'priority'],
  selectedBy: { parameters, columns: ['id'] },
  labelOf: (row) => ({ id: Number(row.id), label: rateCodeOf(row) }),
});
