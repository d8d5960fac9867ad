import { dayTableOf, type SumFamily } from './contributions.ts';

/** Keys of sums of orders. */
export const orderKeys = { status: 'status', is_refund: 'parent_id > 0', is_returning: 'is_returning' };

const back = (value: string): string => `case when net < 0 then ${value} else 0 end`;
/** Amounts of whole orders. */
export const orderAmounts = {
  items: 'items',
  total: 'total',
  tax: 'tax',
  shipping: 'shipping',
  net: 'net',
  coupon: 'coupon',
  refunds: back('-(net + tax + shipping)'),
  tax_back: back('tax'),
  shipping_back: back('shipping'),
};

/** The amounts of whole orders, where the predicate holds. */
export const amountsWhere = (predicate: string): Readonly<Record<keyof typeof orderAmounts, string>> =>
  Object.fromEntries(
    Object.entries(orderAmounts).map(([name, value]) => [name, `case when ${predicate} then ${value} else 0 end`]),
  ) as Record<keyof typeof orderAmounts, string>;

/** Orders and refunds, by status and new or returning customer. */
export const orderFamily = {
  table: 'order_day',
  months: 'order_month',
  years: 'order_year',
  pending: 'order_pending',
  keys: orderKeys,
  sums: {
    entries: '1',
    ...orderAmounts,
    with_lines: 'has_lines::int',
    with_coupon: 'has_coupon::int',
    with_tax: 'has_tax::int',
  },
} as const satisfies SumFamily;

export const orderDay = dayTableOf(orderFamily);
