import { among } from '../filters.ts';
import { defineGroups } from '../groups.ts';
import { always, type Measure } from '../plan.ts';
import { defineStats, type Segment, type ToldMetric } from '../stats.ts';
import { categoryNames, couponNames, productNames, variationsOfOne } from './segment-names.ts';

/** Measures of coupons (docs/spec/analytics.md 3.3). */
const measures = {
  amount: { op: 'sum', of: 'amount' },
  coupons_count: { op: 'distinct', of: 'coupon_id' },
  orders_count: { op: 'distinct', of: 'order_id' },
} as const satisfies Readonly<Record<string, Measure>>;
const { coupons_count: _, ...ofOne } = measures;
const count = (name: string, label: string, meaning: string): ToldMetric => ({
  kind: 'count',
  formula: { sum: [name] },
  label,
  meaning,
  better: 'neither',
});
const metrics = {
  amount: {
    kind: 'amount',
    formula: { sum: ['amount'] },
    label: 'Discounts',
    better: 'neither',
    meaning: 'What the coupons took off, without tax. Refunds do not lower it.',
  },
  coupons_count: count('coupons_count', 'Coupons', 'How many different coupons were used.'),
  orders_count: count(
    'orders_count',
    'Discounted orders',
    'How many orders a coupon stands on. Refunds do not lower it.',
  ),
} as const satisfies Readonly<Record<string, ToldMetric>>;
const coupons = among('coupon_id');
const byId = { column: 'coupon_id', isAlwaysUp: true } as const;

/** Discounts by coupon (docs/spec/analytics.md 5.11). */
export const couponsReport = defineGroups({
  slug: 'coupons',
  summary: 'List what coupons took off.',
  meanings: {
    coupon_id: 'The coupon; below 0 for a code without a coupon.',
    amount: metrics.amount.meaning,
    orders_count: metrics.orders_count.meaning,
  },
  from: 'coupon',
  where: always,
  date: 'order.created_at',
  status: 'order.status',
  filters: { coupons },
  countsUnless: [],
  keys: { coupon_id: 'coupon_id' },
  measures: ofOne,
  references: { record: { to: 'coupon_record', by: ['coupon_id', 'id'], isOne: true } },
  columns: ['record.code', 'record.type', 'record.created_utc', 'record.expires_utc'],
  fill: { key: 'coupon_id', ids: 'coupons' },
  sorts: {
    coupon_id: [{ column: 'coupon_id' }],
    code: [{ column: 'record.code_key' }, byId],
    amount: [{ column: 'amount' }, byId],
    orders_count: [{ column: 'orders_count' }, byId],
  },
  beside: {},
});

/** Segments coupons by the lines of their orders. */
const byLines = (key: string, each: readonly string[] = []): Segment['parts'] => [
  {
    over: 'line',
    back: 'coupons',
    each: [...each],
    key,
    counted: {
      amount: { op: 'sum', of: 'coupon' },
      orders_count: { op: 'distinct', of: 'order_id' },
    },
  },
  {
    over: 'line',
    back: 'coupons',
    each: [...each, 'coupons'],
    key,
    counted: { coupons_count: { op: 'distinct', of: 'coupons.coupon_id' } },
    among: { column: 'coupons.coupon_id', parameter: 'coupons' },
  },
];

/** Discounts by interval (docs/spec/analytics.md 5.11). */
export const couponsStats = defineStats({
  slug: 'coupons/stats',
  summary: 'Add up what coupons took off, in all and by interval.',
  from: 'coupon',
  back: 'order',
  date: 'order.created_at',
  status: 'order.status',
  filters: { coupons },
  countsUnless: [],
  counted: {
    amount: { over: 'coupon', measure: measures.amount },
    coupons_count: { over: 'coupon', measure: measures.coupons_count },
    orders_count: { over: 'coupon', measure: measures.orders_count },
  },
  metrics,
  sorts: { date: 'date', amount: 'amount', coupons_count: 'coupons_count', orders_count: 'orders_count' },
  segments: {
    product: { parts: byLines('product_id'), metrics, names: productNames() },
    variation: {
      parts: byLines('variation_id'),
      metrics,
      names: variationsOfOne('products'),
      needsOneOf: ['products'],
    },
    category: { parts: byLines('headings.category_id', ['headings']), metrics, names: categoryNames() },
    coupon: {
      parts: [{ over: 'coupon', key: 'coupon_id', counted: measures }],
      metrics,
      names: couponNames('coupons'),
    },
  },
});
