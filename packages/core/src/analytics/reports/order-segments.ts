import type { Measure, Segment, SegmentPart } from '../stats.ts';
import { categoryNames, couponNames, productNames, variationsOfOne } from './segment-names.ts';

const measure = (kind: Measure['kind'], ...names: readonly string[]): Measure => ({ kind, formula: { sum: names } });
const ratio = (kind: Measure['kind'], of: string, per: string): Measure => ({ kind, formula: { ratio: [of, per] } });

/** Measures common to segments of lines and of orders. */
const shared = {
  net_revenue: measure('amount', 'net'),
  orders_count: measure('count', 'orders'),
  avg_order_value: ratio('amount', 'net_of_orders', 'orders'),
  avg_items_per_order: ratio('count', 'items_of_orders', 'orders'),
  num_items_sold: measure('count', 'items'),
  coupons: measure('amount', 'coupon'),
  coupons_count: measure('count', 'coupons'),
  total_customers: measure('count', 'customers'),
  total_sales: measure('amount', 'total'),
} as const;
const taxAndShipping = { taxes: measure('amount', 'tax'), shipping: measure('amount', 'shipping') } as const;

/** Measures of the lines in a segment, and of the whole orders that contain one (docs/spec/analytics.md 6). */
const lineMeasures: Segment['measures'] = {
  ...shared,
  refunds: { kind: 'amount', formula: { opposite: ['back'] } },
  ...taxAndShipping,
};
const lineCounted = [
  ...['items', 'total', 'net', 'coupon', 'tax', 'shipping', 'back', 'orders', 'items_of_orders', 'net_of_orders'],
  'customers',
];

const ofLines = (key: string, more: Pick<SegmentPart, 'each' | 'among'> = {}): Segment['parts'] => [
  { ...more, over: 'line', key, counted: lineCounted },
  {
    ...more,
    over: 'line',
    each: [...(more.each ?? []), 'coupons'],
    key,
    counted: ['coupons'],
  },
];

/** Coupons are counted from the coupon side: few orders have coupons, so this joins fewer rows. */
const ofProducts: Segment['parts'] = [
  { over: 'line', key: 'product_id', counted: lineCounted },
  {
    over: 'coupon',
    each: ['lines'],
    key: 'lines.product_id',
    counted: ['coupons'],
  },
];

/** Measures of whole orders. */
const orderMeasures: Segment['measures'] = {
  ...shared,
  gross_sales: measure('amount', 'net_of_orders', 'coupon'),
  refunds: { kind: 'amount', formula: { opposite: ['net_back', 'tax_back', 'shipping_back'] } },
  ...taxAndShipping,
};
const orderCounted = [
  ...['orders', 'items', 'items_of_orders', 'total', 'net', 'net_of_orders', 'coupon', 'tax', 'shipping'],
  ...['net_back', 'tax_back', 'shipping_back', 'customers'],
];

/** Segmentations of orders. */
export const orderSegments: Readonly<Record<string, Segment>> = {
  product: { parts: ofProducts, measures: lineMeasures, names: productNames('product_includes') },
  category: {
    parts: ofLines('headings.category_id', { each: ['headings'] }),
    measures: lineMeasures,
    names: categoryNames(),
  },
  variation: {
    parts: ofLines('variation_id', { among: { column: 'product_id', parameter: 'product_includes' } }),
    measures: lineMeasures,
    names: variationsOfOne('product_includes'),
    needsOneOf: ['product_includes'],
  },
  coupon: {
    parts: [{ over: 'coupon', key: 'coupon_id', counted: [...orderCounted, 'amount', 'coupons'] }],
    measures: { ...orderMeasures, coupons: measure('amount', 'amount') },
    names: couponNames('coupon_includes'),
  },
  customer_type: {
    parts: [
      { over: 'order', key: 'is_returning', counted: orderCounted },
      { over: 'coupon', key: 'order.is_returning', counted: ['coupons'] },
    ],
    measures: orderMeasures,
    names: {
      fixed: [
        { id: 0, label: 'New' },
        { id: 1, label: 'Returning' },
      ],
    },
  },
};
