import { type Condition, is, type Measure } from '../plan.ts';
import type { Metric, Segment, SegmentPart } from '../stats.ts';
import { categoryNames, couponNames, productNames, variationsOfOne } from './segment-names.ts';

const sum = (of: string, where?: Condition): Measure => ({ op: 'sum', of, ...(where && { where }) });
const metric = (kind: Metric['kind'], ...names: readonly string[]): Metric => ({ kind, formula: { sum: names } });
const ratio = (kind: Metric['kind'], of: string, per: string): Metric => ({ kind, formula: { ratio: [of, per] } });

/** Metrics common to segments of lines and of orders. */
const shared = {
  net_revenue: metric('amount', 'net'),
  orders_count: metric('count', 'orders'),
  avg_order_value: ratio('amount', 'net_of_orders', 'orders'),
  avg_items_per_order: ratio('count', 'items_of_orders', 'orders'),
  num_items_sold: metric('count', 'items'),
  coupons: metric('amount', 'coupon'),
  coupons_count: metric('count', 'coupons'),
  total_customers: metric('count', 'customers'),
  total_sales: metric('amount', 'total'),
} as const;
const taxAndShipping = { taxes: metric('amount', 'tax'), shipping: metric('amount', 'shipping') } as const;

/** Metrics of the lines in a segment, and of the whole orders that contain one (docs/spec/analytics.md 6). */
const lineMetrics: Segment['metrics'] = {
  ...shared,
  refunds: { kind: 'amount', formula: { opposite: ['back'] } },
  ...taxAndShipping,
};
const ofOrders = is('order.parent_id', 0);
const once = (of: string): Measure => ({ op: 'sumOnce', of, per: 'order_id', where: ofOrders });
const lineCounted: SegmentPart['counted'] = {
  items: sum('quantity'),
  total: sum('gross'),
  net: sum('net'),
  coupon: sum('coupon'),
  tax: sum('tax'),
  shipping: sum('shipping'),
  back: sum('gross', { op: 'below', column: 'gross', value: 0 }),
  orders: { op: 'distinct', of: 'order_id', where: ofOrders },
  items_of_orders: once('order.items'),
  net_of_orders: once('order.net'),
  customers: { op: 'distinct', of: 'order.customer_id' },
};

const ofLines = (key: string, more: Pick<SegmentPart, 'each' | 'among'> = {}): Segment['parts'] => [
  { ...more, over: 'line', key, counted: lineCounted },
  {
    ...more,
    over: 'line',
    each: [...(more.each ?? []), 'coupons'],
    key,
    counted: { coupons: { op: 'distinct', of: 'coupons.coupon_id' } },
  },
];

/** Coupons are counted from the coupon side: few orders have coupons, so this joins fewer rows. */
const ofProducts: Segment['parts'] = [
  { over: 'line', key: 'product_id', counted: lineCounted },
  {
    over: 'coupon',
    each: ['lines'],
    key: 'lines.product_id',
    counted: { coupons: { op: 'distinct', of: 'coupon_id' } },
  },
];

/** Metrics of whole orders. */
const orderMetrics: Segment['metrics'] = {
  ...shared,
  gross_sales: metric('amount', 'net_of_orders', 'coupon_of_orders'),
  refunds: { kind: 'amount', formula: { opposite: ['net_back', 'tax_back', 'shipping_back'] } },
  ...taxAndShipping,
};
const ofRows = (path: '' | 'order.'): SegmentPart['counted'] => {
  const back: Condition = { op: 'below', column: `${path}net`, value: 0 };
  const whole = is(`${path}parent_id`, 0);
  return {
    orders: { op: 'count', where: whole },
    items: sum(`${path}items`),
    items_of_orders: sum(`${path}items`, whole),
    total: sum(`${path}total`),
    net: sum(`${path}net`),
    net_of_orders: sum(`${path}net`, whole),
    coupon_of_orders: sum(`${path}coupon`),
    tax: sum(`${path}tax`),
    shipping: sum(`${path}shipping`),
    net_back: sum(`${path}net`, back),
    tax_back: sum(`${path}tax`, back),
    shipping_back: sum(`${path}shipping`, back),
    customers: { op: 'distinct', of: `${path}customer_id` },
  };
};

/** Segmentations of orders. */
export const orderSegments: Readonly<Record<string, Segment>> = {
  product: { parts: ofProducts, metrics: lineMetrics, names: productNames('product_includes') },
  category: {
    parts: ofLines('headings.category_id', { each: ['headings'] }),
    metrics: lineMetrics,
    names: categoryNames(),
  },
  variation: {
    parts: ofLines('variation_id', { among: { column: 'product_id', parameter: 'product_includes' } }),
    metrics: lineMetrics,
    names: variationsOfOne('product_includes'),
    needsOneOf: ['product_includes'],
  },
  coupon: {
    parts: [
      {
        over: 'coupon',
        key: 'coupon_id',
        counted: {
          ...ofRows('order.'),
          coupon: sum('amount'),
          coupons: { op: 'distinct', of: 'coupon_id' },
        },
      },
    ],
    metrics: orderMetrics,
    names: couponNames('coupon_includes'),
  },
  customer_type: {
    parts: [
      { over: 'order', key: 'is_returning', counted: { ...ofRows(''), coupon: sum('coupon') } },
      { over: 'coupon', key: 'order.is_returning', counted: { coupons: { op: 'distinct', of: 'coupon_id' } } },
    ],
    metrics: orderMetrics,
    names: {
      fixed: [
        { id: 0, label: 'New' },
        { id: 1, label: 'Returning' },
      ],
    },
  },
};
