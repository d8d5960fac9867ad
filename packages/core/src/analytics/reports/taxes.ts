import { among } from '../filters.ts';
import { defineGroups } from '../groups.ts';
import { always, is, type Measure } from '../plan.ts';
import { COUNTED_DATE } from '../report.ts';
import { type Counted, defineStats, type ToldMetric } from '../stats.ts';
import { rateNames } from './segment-names.ts';

/** Measures of taxes (docs/spec/analytics.md 3.4). */
const measures = {
  order_tax: { op: 'sum', of: 'order_tax' },
  shipping_tax: { op: 'sum', of: 'shipping_tax' },
  orders_count: { op: 'distinct', of: 'order_id', where: is('is_refund', false) },
  tax_codes: { op: 'combinations', of: ['rate_id', 'rate_code', 'percent'] },
} as const satisfies Readonly<Record<string, Measure>>;
const { tax_codes: _, ...ofOne } = measures;
const amount = (label: string, meaning: string, sum: readonly string[]): ToldMetric => ({
  kind: 'amount',
  formula: { sum },
  label,
  meaning,
  better: 'neither',
});
const count = (label: string, meaning: string, name: string): ToldMetric => ({
  kind: 'count',
  formula: { sum: [name] },
  label,
  meaning,
  better: 'neither',
});
const metrics = {
  total_tax: amount('Total tax', 'Tax on goods, fees and shipping, less what was given back.', [
    'order_tax',
    'shipping_tax',
  ]),
  order_tax: amount('Order tax', 'Tax on goods and fees, less what was given back.', ['order_tax']),
  shipping_tax: amount('Shipping tax', 'Tax on shipping, less what was given back.', ['shipping_tax']),
  orders_count: count('Orders', 'How many orders carry the tax. Refunds are not counted.', 'orders_count'),
  tax_codes: count('Rates', 'How many different rates: by id, code and percentage.', 'tax_codes'),
} as const satisfies Readonly<Record<string, ToldMetric>>;
const greatest = (of: string): Measure => ({ op: 'greatest', of });
const ties = ['tax_rate_id', 'rate_code', 'percent'].map((column) => ({ column, isAlwaysUp: true }) as const);
const date = `order.${COUNTED_DATE}`;

/** Taxes by rate (docs/spec/analytics.md 5.10). */
export const taxesReport = defineGroups({
  slug: 'taxes',
  summary: 'List the taxes of orders.',
  meanings: {
    tax_rate_id:
      'The rate; 0 for taxes of outside services. Orders keep their rates as they were: one row for each code and percentage.',
    name: 'The name of the rate; that on the order where the shop has the rate no more.',
    tax_rate: 'Percent.',
    country: 'The country of the rate.',
    state: 'The part of the country; empty for all of it.',
    priority: 'In which turn it is reckoned.',
    total_tax: metrics.total_tax.meaning,
    order_tax: metrics.order_tax.meaning,
    shipping_tax: metrics.shipping_tax.meaning,
    taxable_amount: 'The amounts without tax on which the rate was reckoned, less what was given back.',
    orders_count: metrics.orders_count.meaning,
  },
  from: 'tax',
  where: always,
  date,
  status: 'order.status',
  filters: { taxes: among('rate_id') },
  countsUnless: [],
  keys: { tax_rate_id: 'rate_id', rate_code: 'rate_code', percent: 'percent' },
  measures: {
    ...ofOne,
    total_tax: { op: 'sum', of: 'total' },
    taxable_amount: { op: 'sum', of: 'taxable' },
    name: greatest('label'),
    country: greatest('country'),
    state: greatest('state'),
    priority: greatest('priority'),
  },
  references: { rate: { to: 'tax_rate', by: ['tax_rate_id', 'id'], isOne: true } },
  columns: ['rate.name', 'rate.country', 'rate.state', 'rate.priority', 'rate.percent'],
  fill: { key: 'tax_rate_id', ids: 'taxes' },
  sorts: {
    tax_rate_id: [{ column: 'tax_rate_id' }, ...ties.slice(1)],
    name: [{ column: 'name' }, ...ties],
    tax_code: [{ column: 'rate_code' }, ...ties],
    rate: [{ column: 'percent' }, ...ties],
    order_tax: [{ column: 'order_tax' }, ...ties],
    total_tax: [{ column: 'total_tax' }, ...ties],
    shipping_tax: [{ column: 'shipping_tax' }, ...ties],
    taxable_amount: [{ column: 'taxable_amount' }, ...ties],
    orders_count: [{ column: 'orders_count' }, ...ties],
  },
  beside: {},
});

/** Taxes by interval (docs/spec/analytics.md 5.10). */
export const taxesStats = defineStats({
  slug: 'taxes/stats',
  summary: 'Add up the taxes of orders, in all and by interval.',
  from: 'tax',
  back: 'order',
  date,
  status: 'order.status',
  filters: { taxes: among('rate_id') },
  countsUnless: [],
  counted: Object.fromEntries(
    Object.entries(measures).map(([name, measure]): [string, Counted] => [name, { over: 'tax', measure }]),
  ),
  metrics,
  sorts: {
    date: 'date',
    items_sold: 'date',
    total_sales: 'date',
    orders_count: 'orders_count',
    products_count: 'date',
  },
  segments: {
    tax_rate_id: { parts: [{ over: 'tax', key: 'rate_id', counted: measures }], metrics, names: rateNames('taxes') },
  },
});
