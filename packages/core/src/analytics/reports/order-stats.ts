import { type Condition, is } from '../plan.ts';
import { type Counted, defineStats, type ToldMetric } from '../stats.ts';
import { orderSegments } from './order-segments.ts';
import { orderFilters } from './orders.ts';

const ofOrders: Condition = is('parent_id', 0);
const below: Condition = { op: 'below', column: 'net', value: 0 };
const sum = (of: string, where?: Condition): Counted => ({
  over: 'order',
  measure: { op: 'sum', of, ...(where && { where }) },
});

/** Measures of orders and refunds (docs/spec/analytics.md 3.1). */
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

type Name = keyof typeof counted;
const count = (label: string, meaning: string, name: Name): ToldMetric => ({
  kind: 'count',
  formula: { sum: [name] },
  label,
  meaning,
});
const amount = (label: string, meaning: string, name: Name): ToldMetric => ({
  kind: 'amount',
  formula: { sum: [name] },
  label,
  meaning,
});
const neither = { better: 'neither' } as const;

const metrics = {
  net_revenue: amount(
    'Net sales',
    'What came in for goods and fees: after discounts, without tax and shipping, less what was given back.',
    'net',
  ),
  orders_count: count('Orders', 'How many orders. Refunds are not counted.', 'orders'),
  avg_order_value: {
    kind: 'amount',
    formula: { ratio: ['net_of_orders', 'orders'] },
    label: 'Average order value',
    meaning: 'What an order was worth: without tax and shipping. Refunds do not lower it.',
  },
  avg_items_per_order: {
    kind: 'count',
    formula: { ratio: ['items_of_orders', 'orders'] },
    label: 'Average items per order',
    meaning: 'How many items an order has. Refunds do not lower it.',
  },
  num_items_sold: count('Items sold', 'How many items were sold, less those that came back.', 'items'),
  coupons: {
    ...amount('Discounts', 'What coupons took off, without tax. Refunds do not lower it.', 'coupon'),
    ...neither,
  },
  coupons_count: {
    ...count('Coupons', 'How many different coupons were used.', 'coupons'),
    ...neither,
    isAlwaysTotal: true,
  },
  total_customers: count(
    'Customers',
    'How many different customers bought something or got something back.',
    'customers',
  ),
  total_sales: amount('Total sales', 'What was paid, with tax and shipping, less what was given back.', 'total'),
  gross_sales: {
    kind: 'amount',
    formula: { sum: ['net_of_orders', 'coupon'] },
    label: 'Gross sales',
    meaning:
      'What the goods and fees of orders came to before coupons, without tax and shipping. Refunds never lower it.',
  },
  refunds: {
    kind: 'amount',
    formula: { opposite: ['net_back', 'tax_back', 'shipping_back'] },
    label: 'Returns',
    better: 'down',
    meaning:
      'What was given back, with tax and shipping, as a positive amount. A refund of shipping only is not in it.',
  },
  taxes: {
    ...amount('Taxes', 'Tax of the orders, on shipping too, less the tax that was given back.', 'tax'),
    ...neither,
  },
  shipping: {
    ...amount('Shipping', 'Shipping without its tax, less the shipping that was given back.', 'shipping'),
    ...neither,
  },
  products: {
    ...count('Products', 'How many different products were sold.', 'products'),
    isTotalsOnly: true,
    isAlwaysTotal: true,
  },
} as const satisfies Readonly<Record<string, ToldMetric>>;

const shared = { from: 'order', back: 'order', counted, metrics, segments: orderSegments } as const;

/** Orders by interval (docs/spec/analytics.md 5.3). */
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

/** Revenue by interval (docs/spec/analytics.md 5.2): the metrics of all counted orders, without filters. */
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
