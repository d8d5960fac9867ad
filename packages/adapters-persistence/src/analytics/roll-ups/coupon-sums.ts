import { dayTableOf, type SumFamily } from './contributions.ts';
import { orderAmounts, orderKeys } from './order-sums.ts';

/** Coupons with the whole orders that carry them: an order has a coupon once, so an entry is an order. */
export const couponFamily = {
  table: 'coupon_day',
  months: 'coupon_month',
  years: 'coupon_year',
  pending: 'coupon_pending',
  parts: { table: 'coupon_fact', columns: { coupon_id: 'coupon_id', amount: 'amount' } },
  keys: { coupon_id: 'coupon_id', ...orderKeys },
  sums: { entries: '1', amount: 'amount', ...orderAmounts },
} as const satisfies SumFamily;

export const couponDay = dayTableOf(couponFamily);
