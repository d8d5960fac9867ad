import type { DescribedMeasure } from '../stats.ts';
import { orderSegments } from './order-segments.ts';

const count = (label: string, meaning: string, name: string): DescribedMeasure => ({
  kind: 'count',
  formula: { sum: [name] },
  label,
  meaning,
});

const amount = (label: string, meaning: string, name: string): DescribedMeasure => ({
  kind: 'amount',
  formula: { sum: [name] },
  label,
  meaning,
});

const neither = { better: 'neither' } as const;

const measures = {
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
    ...count('Coupons', 'How many different coupons were used.', 'coupon.coupons'),
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
    ...count('Products', 'How many different products were sold.', 'line.products'),
    isTotalsOnly: true,
    isAlwaysTotal: true,
  },
} as const satisfies Readonly<Record<string, DescribedMeasure>>;

/** What the stats of orders and of revenue share. */
export const ofOrderRows = { from: 'order', back: 'order', measures, segments: orderSegments } as const;
