import { type Condition, is } from '../plan.ts';
import { type Counted, defineStats, type Metric } from '../stats.ts';
import { orderSegments } from './order-segments.ts';
import { orderFilters } from './orders.ts';

const ofOrders: Condition = is('parent_id', 0);
const below: Condition = { op: 'below', column: 'net', value: 0 };
const sum = (of: string, where?: Condition): Counted => ({
  over: 'order',
  measure: { op: 'sum', of, ...(where && { where }) },
});

/** What is counted of orders and refunds (analytics.md, 3.1). */
const counted = {
  orders: { over: 'order', measure: { op: 'count', where: ofOrders } },
  items: sum('items'),
  items_of_orders: sum('items', ofOrders),
  total: sum('total'),
  net: sum('net'),
  net_of_orders: sum('net', ofOrders),
  coupon: sum('coupon'),
  tax: sum('tax'),
  shipping: sum('shipping'),
  net_back: sum('net', below),
  tax_back: sum('tax', below),
  shipping_back: sum('shipping', below),
  customers: { over: 'order', measure: { op: 'distinct', of: 'customer_id' } },
  coupons: { over: 'coupon', measure: { op: 'distinct', of: 'coupon_id' } },
  products: { over: 'line', measure: { op: 'distinct', of: 'product_id' } },
} as const satisfies Readonly<Record<string, Counted>>;

const count = (...names: readonly (keyof typeof counted)[]): Metric => ({ kind: 'count', formula: { sum: names } });
const amount = (...names: readonly (keyof typeof counted)[]): Metric => ({ kind: 'amount', formula: { sum: names } });

const metrics = {
  net_revenue: amount('net'),
  orders_count: count('orders'),
  avg_order_value: { kind: 'amount', formula: { ratio: ['net_of_orders', 'orders'] } },
  avg_items_per_order: { kind: 'count', formula: { ratio: ['items_of_orders', 'orders'] } },
  num_items_sold: count('items'),
  coupons: amount('coupon'),
  coupons_count: { ...count('coupons'), isAlwaysTotal: true },
  total_customers: count('customers'),
  total_sales: amount('total'),
  gross_sales: amount('net_of_orders', 'coupon'),
  refunds: { kind: 'amount', formula: { opposite: ['net_back', 'tax_back', 'shipping_back'] } },
  taxes: amount('tax'),
  shipping: amount('shipping'),
  products: { ...count('products'), isTotalsOnly: true, isAlwaysTotal: true },
} as const satisfies Readonly<Record<string, Metric>>;

const shared = { from: 'order', back: 'order', counted, metrics, segments: orderSegments } as const;

/** Orders added up (analytics.md, 5.3). */
export const ordersStats = defineStats({
  ...shared,
  slug: 'orders/stats',
  summary: 'Add up orders and refunds, in all and by interval.',
  filters: orderFilters,
  countsUnless: ['status_is', 'status_is_not'],
  sorts: {
    date: 'date',
    net_revenue: 'net_revenue',
    orders_count: 'orders_count',
    avg_order_value: 'avg_order_value',
  },
});

/** What came in (analytics.md, 5.2): the same numbers of all orders that count. */
export const revenueStats = defineStats({
  ...shared,
  slug: 'revenue/stats',
  summary: 'Add up what came in, in all and by interval.',
  filters: {},
  countsUnless: [],
  sorts: {
    date: 'date',
    total_sales: 'total_sales',
    coupons: 'coupons',
    refunds: 'refunds',
    shipping: 'shipping',
    taxes: 'taxes',
    net_revenue: 'net_revenue',
    orders_count: 'orders_count',
    items_sold: 'num_items_sold',
    gross_sales: 'gross_sales',
  },
});
