import type { ReportCondition, ReportMeasure, ReportTableName } from '@backroom/core/analytics';
import { couponDay, type DayTable, taxDay } from './day-sums.ts';
import { type LevelTable, levelTables } from './levels.ts';
import { orderDay } from './order-sums.ts';

/**
 * What a roll-up can answer for a fact table. Its rows have the alias `t`, the columns of the roll-up, a timestamp `at`, and
 * a weight: the number of facts that a row represents.
 */
export interface Summary {
  /** Unique name, reported to `onSource`. */
  readonly name: string;
  readonly of: ReportTableName;
  readonly rows: DayTable | LevelTable;
  /** The finest period. */
  readonly unit: 'day' | 'month';
  /** The date types that it has. */
  readonly dates: 'all' | 'creation and configured' | 'creation';
  /** Whether it has counted statuses only. */
  readonly isCounted?: true;
  /** Whether each line is repeated for each direct category of its product. */
  readonly isUnderHeadings?: true;
  /** Its keys, by the paths of the facts. */
  readonly columns: Readonly<Record<string, string>>;
  /** Columns of which it only knows whether they are 0. */
  readonly zeros?: Readonly<Record<string, string>>;
  /** Number of facts that a row represents; undefined if they are facts of another table. */
  readonly weight?: string;
  readonly sums?: Readonly<Record<string, string>>;
  readonly greatest?: Readonly<Record<string, string>>;
  /** Measures that are plain sums only in this roll-up. */
  readonly special?: readonly Special[];
  /** Condition that all its rows satisfy; the plan must have it. */
  readonly demands?: ReportCondition;
  /** Predicate of the groups that represent facts, for roll-ups of facts of another table. */
  readonly only?: string;
  /** Join clause. */
  readonly join?: string;
}

/** A measure that is a plain sum if the groups have these keys. */
export interface Special {
  readonly measure: ReportMeasure;
  readonly per: readonly string[];
  readonly sum: string;
}

const level = (name: string): LevelTable => {
  const found = levelTables.find(({ table }) => table === name);
  if (!found) throw new TypeError(`There is no level ${name}.`);
  return found;
};
const named = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `t.${name}`]));

/** Sum over rows with a negative net. */
const back = (of: string, sum: string): Special => ({
  measure: { op: 'sum', of, where: { op: 'below', column: 'net', value: 0 } },
  per: [],
  sum,
});
/** Measures of segments over lines and whole orders, without refunds. */
const ofSegments = (...per: readonly string[]): readonly Special[] => {
  const where = { op: 'among', column: 'order.parent_id', values: [0] } as const;
  const once = (of: string, sum: string): Special => ({
    measure: { op: 'sumOnce', of: `order.${of}`, per: 'order_id', where },
    per,
    sum,
  });
  return [
    { measure: { op: 'distinct', of: 'order_id', where }, per, sum: 't.orders' },
    once('items', 't.order_items'),
    once('net', 't.order_net'),
    { measure: { op: 'sum', of: 'gross', where: { op: 'below', column: 'gross', value: 0 } }, per: [], sum: 't.back' },
  ];
};
/** Number of orders without refunds. */
const orders = (sum: string, per: readonly string[] = []): Special => ({
  measure: { op: 'distinct', of: 'order_id', where: { op: 'among', column: 'is_refund', values: [false] } },
  per,
  sum,
});
const ofCoupons = (sum: string, per: readonly string[] = []): Special => ({
  measure: { op: 'distinct', of: 'order_id' },
  per,
  sum,
});
/** Roll-ups of orders that answer for their parts. */
const ofOrder = {
  rows: orderDay,
  unit: 'day',
  dates: 'all',
  columns: { 'order.status': 't.status', 'order.is_returning': 't.is_returning' },
} as const;
const byMonth = { unit: 'month', dates: 'creation and configured', isCounted: true, weight: 't.entries' } as const;
const ofLines = { of: 'line', ...byMonth, sums: named('quantity', 'net') } as const;
const allOfLines = { ...ofLines, sums: named('quantity', 'net', 'gross', 'coupon', 'tax', 'shipping') } as const;
const ofTaxes = {
  of: 'tax',
  ...({ rows: taxDay, unit: 'day', dates: 'all', weight: 't.entries' } as const),
  sums: { ...named('order_tax', 'shipping_tax', 'taxable'), total: '(t.order_tax + t.shipping_tax)' },
  greatest: named('label', 'country', 'state', 'priority'),
} as const satisfies Partial<Summary>;
const couponId = {
  columns: named('coupon_id'),
  sums: named('amount'),
  special: [ofCoupons('t.entries', ['coupon_id'])],
};
const headings = 'headings.category_id';
const ofNewCustomers = { demands: { op: 'among', column: 'order.is_returning', values: [false] } } as const;

/** All roll-ups; the first that can answer a measure is used. */
export const summaries: readonly Summary[] = [
  {
    name: 'order_day',
    of: 'order',
    rows: orderDay,
    unit: 'day',
    dates: 'all',
    weight: 't.entries',
    columns: named('status', 'is_returning'),
    zeros: { parent_id: 't.is_refund::int' },
    sums: named('items', 'total', 'tax', 'shipping', 'net', 'coupon'),
    special: [
      back('net', '(-t.refunds - t.tax_back - t.shipping_back)'),
      back('tax', 't.tax_back'),
      back('shipping', 't.shipping_back'),
    ],
  },
  {
    ...ofTaxes,
    name: 'tax_day',
    columns: { 'order.status': 't.status', ...named('rate_id', 'rate_code', 'percent') },
    special: [orders('t.orders', ['rate_id', 'rate_code', 'percent'])],
  },
  {
    ...ofTaxes,
    name: 'rate_day',
    columns: { 'order.status': 't.status', ...named('rate_id') },
    special: [orders('t.rate_orders', ['rate_id'])],
  },
  { name: 'coupon_level', of: 'coupon', rows: level('coupon_level'), ...byMonth, ...couponId },
  {
    name: 'coupon_day',
    of: 'coupon',
    rows: couponDay,
    unit: 'day',
    dates: 'all',
    isCounted: true,
    weight: 't.entries',
    ...couponId,
  },
  {
    ...allOfLines,
    name: 'product_level',
    rows: level('product_level'),
    columns: named('product_id'),
    special: [orders('t.orders', ['product_id']), ...ofSegments('product_id')],
  },
  {
    ...allOfLines,
    name: 'variation_level',
    rows: level('variation_level'),
    columns: named('product_id', 'variation_id'),
    special: [orders('t.orders', ['product_id', 'variation_id']), ...ofSegments('product_id', 'variation_id')],
  },
  {
    ...ofLines,
    name: 'category_level',
    rows: level('category_level'),
    dates: 'creation',
    isUnderHeadings: true,
    columns: { [headings]: 't.category_id' },
    special: [orders('t.orders', [headings])],
  },
  {
    ...allOfLines,
    name: 'product_level by category',
    rows: level('product_level'),
    isUnderHeadings: true,
    columns: { ...named('product_id'), [headings]: 'h.category_id' },
    join: 'join product_category_link h on h.product_id = t.product_id',
  },
  {
    ...byMonth,
    ...ofNewCustomers,
    name: 'new_product_level',
    of: 'line',
    rows: level('new_product_level'),
    columns: named('product_id'),
  },
  {
    ...byMonth,
    ...ofNewCustomers,
    name: 'new_coupon_level',
    of: 'coupon',
    rows: level('new_coupon_level'),
    columns: named('coupon_id'),
  },
  {
    ...ofOrder,
    name: 'order_day of lines',
    of: 'line',
    only: 'sum(t.with_lines) > 0',
    special: [orders('case when t.is_refund then 0 else t.with_lines end')],
  },
  {
    ...ofOrder,
    name: 'order_day of coupons',
    of: 'coupon',
    only: 'sum(t.with_coupon) > 0',
    special: [ofCoupons('t.with_coupon')],
  },
  {
    ...ofOrder,
    name: 'order_day of taxes',
    of: 'tax',
    only: 'sum(t.with_tax) > 0',
    special: [orders('case when t.is_refund then 0 else t.with_tax end')],
  },
];
