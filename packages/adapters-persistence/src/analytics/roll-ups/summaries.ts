import type { ReportTableName } from '@backroom/core/analytics';
import { categorySums } from './category-sums.ts';
import { couponDay } from './coupon-sums.ts';
import { lineSums, productSums, variationSums } from './line-sums.ts';
import { orderDay } from './order-sums.ts';
import type { DayTable, PeriodTable } from './read-tables.ts';
import { taxDay } from './tax-sums.ts';
import { total } from './total.ts';

/**
 * What a roll-up can answer for a fact table. Its rows have the alias `t`, the columns of the roll-up, a timestamp `at`, and
 * a weight: the number of facts that a row represents.
 */
export interface Summary {
  /** Unique name, reported to `onSource`. */
  readonly name: string;
  readonly of: ReportTableName;
  readonly rows: DayTable | PeriodTable;
  /** The finest period. */
  readonly unit: 'day' | 'month';
  /** Whether hours are counted from facts in its form. */
  readonly isByHour?: true;
  /** The date types that it has. */
  readonly dates: 'all' | 'creation';
  /** Whether it has counted statuses only. */
  readonly isCounted?: true;
  /** Whether it must follow the present categories of all products. */
  readonly isPlaced?: true;
  /** Whether each line is repeated for each category of its product. */
  readonly isByCategory?: true;
  /** Its keys, by the paths of the facts. */
  readonly columns: Readonly<Record<string, string>>;
  /** Columns of which it only knows whether they are 0. */
  readonly zeros?: Readonly<Record<string, string>>;
  /** SQL of the measures that it has, by name. */
  readonly measures: Readonly<Record<string, SummedMeasure>>;
  /** Number of facts that a row represents; `t.entries` by default. */
  readonly weight?: string;
  /** Condition that all its rows satisfy; the plan must have it. */
  readonly demands?: { readonly column: string; readonly value: boolean | string };
  /** Status of all facts in its weight: it must be a counted one. */
  readonly counted?: string;
  /** Key of the part that orders carry; the plan must have a filter of one such part. */
  readonly part?: { readonly path: string; readonly key: string };
  /** Predicate of the groups that represent facts, for roll-ups of facts of another table. */
  readonly only?: string;
  /** Join clause. */
  readonly join?: string;
}

/** A measure over the rows of a roll-up. */
export interface SummedMeasure {
  readonly op: 'sum' | 'distinct' | 'greatest';
  /** SQL over a row. */
  readonly of: string;
  /** Keys that the groups must have. */
  readonly per?: readonly string[];
}

const named = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `t.${name}`]));
const sum = (of: string, ...per: readonly string[]): SummedMeasure => ({ op: 'sum', of, per });
const distinct = (of: string): SummedMeasure => ({ op: 'distinct', of });
const greatest = (of: string): SummedMeasure => ({ op: 'greatest', of });
const sums = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, sum(`t.${name}`)]));
const rows = { rows: sum('t.entries') } as const;
const ofSales = (of: string): SummedMeasure => sum(`case when t.is_refund then 0 else ${of} end`);

/** Measures of whole orders. */
const orderMeasures = (weight = 't.entries') => ({
  ...sums('items', 'total', 'tax', 'shipping', 'net', 'coupon', 'tax_back', 'shipping_back'),
  rows: sum(weight),
  orders: ofSales(weight),
  items_of_orders: ofSales('t.items'),
  net_of_orders: ofSales('t.net'),
  net_back: sum('-t.refunds - t.tax_back - t.shipping_back'),
});
/** Measures of the whole orders that have a line. */
const ofParts = (...per: readonly string[]) => ({
  orders: sum('t.orders', ...per),
  items_of_orders: sum('t.order_items', ...per),
  net_of_orders: sum('t.order_net', ...per),
});
/** Roll-ups of orders that answer for their parts. */
const ofOrder = {
  rows: orderDay,
  unit: 'day',
  dates: 'all',
  columns: { 'order.status': 't.status', 'order.is_returning': 't.is_returning' },
} as const;
const ofLines = { of: 'line', unit: 'month', dates: 'all', isCounted: true } as const;
const soldSums = { ...rows, items: sum('t.quantity'), net: sum('t.net') } as const;
const allSums = { ...soldSums, ...sums('coupon', 'tax', 'shipping', 'back'), total: sum('t.gross') } as const;
const byProduct = { ...allSums, products: distinct('t.product_id') } as const;
const ofTaxes = { of: 'tax', rows: taxDay, unit: 'day', dates: 'all' } as const;
const taxMeasures = {
  ...rows,
  ...sums('order_tax', 'shipping_tax'),
  taxable_amount: sum('t.taxable'),
  total_tax: sum('t.order_tax + t.shipping_tax'),
  name: greatest('t.label'),
  country: greatest('t.country'),
  state: greatest('t.state'),
  priority: greatest('t.priority'),
} as const;
const category = 'categories.category_id';

const wholeOrders = {
  of: 'order',
  unit: 'day',
  dates: 'all',
  columns: named('status', 'is_returning'),
  zeros: { parent_id: 't.is_refund::int' },
} as const;
/** Whole orders that carry one tax rate or coupon. */
const ofPart = (path: string, key: string, { table, weight }: { table: DayTable; weight: string }): Summary => ({
  ...wholeOrders,
  name: `orders by ${key}`,
  rows: table,
  part: { path, key },
  weight,
  measures: orderMeasures(weight),
  only: `${total(weight)} <> 0`,
});

/** All roll-ups; of those that can answer most of the measures of a plan, the first is used. */
export const summaries: readonly Summary[] = [
  { ...wholeOrders, name: 'order_day', isByHour: true, rows: orderDay, measures: orderMeasures() },
  ofPart('taxes.rate_id', 'rate_id', { table: taxDay, weight: 't.rate_entries' }),
  ofPart('coupons.coupon_id', 'coupon_id', { table: couponDay, weight: 't.entries' }),
  {
    ...ofTaxes,
    name: 'tax_day',
    columns: { ...ofOrder.columns, ...named('rate_id', 'rate_code', 'percent') },
    measures: {
      ...taxMeasures,
      orders: sum('t.orders', 'rate_id', 'rate_code', 'percent'),
      tax_codes: distinct('row(t.rate_id, t.rate_code, t.percent)'),
    },
  },
  {
    ...ofTaxes,
    name: 'rate_day',
    columns: { ...ofOrder.columns, ...named('rate_id') },
    measures: { ...taxMeasures, orders: sum('t.rate_orders', 'rate_id') },
  },
  {
    name: 'coupon_day',
    of: 'coupon',
    rows: couponDay,
    unit: 'day',
    dates: 'all',
    columns: { ...ofOrder.columns, ...named('coupon_id') },
    zeros: { 'order.parent_id': 't.is_refund::int' },
    measures: {
      ...orderMeasures(),
      ...sums('amount'),
      coupons: distinct('t.coupon_id'),
      discounted_orders: sum('t.entries', 'coupon_id'),
    },
  },
  {
    ...ofLines,
    name: 'line_level',
    rows: lineSums,
    columns: {},
    zeros: { variation_id: 't.has_variation::int' },
    measures: allSums,
  },
  {
    ...ofLines,
    name: 'product_level',
    rows: productSums,
    columns: named('product_id'),
    measures: { ...byProduct, ...ofParts('product_id') },
  },
  {
    ...ofLines,
    name: 'variation_level',
    rows: variationSums,
    columns: named('product_id', 'variation_id'),
    measures: { ...byProduct, variations: distinct('t.variation_id'), ...ofParts('product_id', 'variation_id') },
  },
  {
    ...ofLines,
    name: 'category_level',
    rows: categorySums,
    dates: 'creation',
    isByCategory: true,
    isPlaced: true,
    columns: { [category]: 't.category_id' },
    measures: { ...soldSums, orders: sum('t.orders', category) },
  },
  {
    ...ofLines,
    name: 'product_level by category',
    rows: productSums,
    isByCategory: true,
    columns: { ...named('product_id'), [category]: 'h.category_id' },
    measures: byProduct,
    join: 'join product_category_link h on h.product_id = t.product_id',
  },
  {
    ...ofLines,
    demands: { column: 'order.is_returning', value: false },
    name: 'new_product_level',
    rows: productSums,
    weight: 't.new_entries',
    columns: named('product_id'),
    measures: { rows: sum('t.new_entries'), products: distinct('t.product_id') },
  },
  {
    of: 'line',
    unit: 'month',
    dates: 'all',
    demands: { column: 'order.status', value: 'completed' },
    counted: 'completed',
    name: 'completed_product_level',
    rows: productSums,
    columns: named('product_id'),
    weight: 't.completed_entries',
    measures: { rows: sum('t.completed_entries'), products: distinct('t.product_id') },
  },
  {
    ...ofOrder,
    name: 'order_day of lines',
    of: 'line',
    only: `${total('t.with_lines')} > 0`,
    measures: { orders: ofSales('t.with_lines') },
  },
  {
    ...ofOrder,
    name: 'order_day of coupons',
    of: 'coupon',
    only: `${total('t.with_coupon')} > 0`,
    measures: { discounted_orders: sum('t.with_coupon') },
  },
  {
    ...ofOrder,
    name: 'order_day of taxes',
    of: 'tax',
    only: `${total('t.with_tax')} > 0`,
    measures: { orders: ofSales('t.with_tax') },
  },
];
