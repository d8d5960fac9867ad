import { defineEntity, p } from '@mikro-orm/core';

const sum = () => p.bigint('number');

const orderKey = {
  status: p.string().length(16).primary(),
  isRefund: p.boolean().primary(),
  isReturning: p.boolean().primary(),
};
const orderAmounts = {
  items: sum(),
  total: sum(),
  tax: sum(),
  shipping: sum(),
  net: sum(),
  coupon: sum(),
  /** Sum of negative nets, as a positive amount. */
  refunds: sum(),
  /** Tax and shipping of rows with a negative net. */
  taxBack: sum(),
  shippingBack: sum(),
};
const orderSums = {
  entries: sum(),
  ...orderAmounts,
  withLines: sum(),
  withCoupon: sum(),
  withTax: sum(),
};
/** Date type 1 is creation, 2 payment, 3 completion, here as in all tables. */
const dayKey = { dateType: p.smallint().primary(), day: p.date().primary() };
/** `start` is the first day of the month or the year. */
const periodKey = { dateType: p.smallint().primary(), start: p.date().primary() };

/** Roll-up of order facts by day, for every status. */
export const OrderDayRow = defineEntity({
  name: 'OrderDay',
  tableName: 'order_day',
  properties: { ...dayKey, ...orderKey, ...orderSums },
});

/** Roll-up of `order_day` by month. */
export const OrderMonthRow = defineEntity({
  name: 'OrderMonth',
  tableName: 'order_month',
  properties: { ...periodKey, ...orderKey, ...orderSums },
});

/** Roll-up of `order_day` by year. */
export const OrderYearRow = defineEntity({
  name: 'OrderYear',
  tableName: 'order_year',
  properties: { ...periodKey, ...orderKey, ...orderSums },
});

/** What single writes add to `order_day`, `order_month` and `order_year`, until it is moved there. */
export const OrderPendingRow = defineEntity({
  name: 'OrderPending',
  tableName: 'order_pending',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    dateType: p.smallint(),
    day: p.date(),
    status: p.string().length(16),
    isRefund: p.boolean(),
    isReturning: p.boolean(),
    ...orderSums,
  },
});

/** Pending rows have the key of a day, which is not unique there. */
const pendingKey = {
  id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
  dateType: p.smallint(),
  day: p.date(),
};
const orderState = { status: p.string().length(16), isRefund: p.boolean(), isReturning: p.boolean() };
const rateNames = {
  rateId: p.integer(),
  rateCode: p.text(),
  percent: p.bigint('number'),
  label: p.text(),
  country: p.text(),
  state: p.text(),
  priority: p.integer(),
};
const rateSums = {
  entries: sum(),
  /** Orders with this rate, code and percent; no refunds. Each is counted once, as are those of the rate. */
  orders: sum(),
  rateOrders: sum(),
  /** Orders and refunds with the rate. */
  rateEntries: sum(),
  orderTax: sum(),
  shippingTax: sum(),
  taxable: sum(),
  ...orderAmounts,
};
/** `variant` is a hash of the names of the rate, which may be too long for an index. */
const variant = { variant: p.uuid().primary() };

/** Roll-up of tax facts by day and by what they say of the rate, with the whole orders that carry it. */
export const TaxDayRow = defineEntity({
  name: 'TaxDay',
  tableName: 'tax_day',
  properties: { ...dayKey, ...variant, ...rateNames, ...orderKey, ...rateSums },
  indexes: [{ name: 'tax_day_rate_index', properties: ['rateId', 'dateType', 'day'] }],
});

/** Roll-up of `tax_day` by month. */
export const TaxMonthRow = defineEntity({
  name: 'TaxMonth',
  tableName: 'tax_month',
  properties: { ...periodKey, ...variant, ...rateNames, ...orderKey, ...rateSums },
});

/** Roll-up of `tax_day` by year. */
export const TaxYearRow = defineEntity({
  name: 'TaxYear',
  tableName: 'tax_year',
  properties: { ...periodKey, ...variant, ...rateNames, ...orderKey, ...rateSums },
});

/** What single writes add to `tax_day`, `tax_month` and `tax_year`. */
export const TaxPendingRow = defineEntity({
  name: 'TaxPending',
  tableName: 'tax_pending',
  properties: { ...pendingKey, variant: p.uuid(), ...rateNames, ...orderState, ...rateSums },
});

const couponKey = { couponId: p.integer().primary(), ...orderKey };
const couponSums = { entries: sum(), amount: sum(), ...orderAmounts };

/** Roll-up of coupon facts by day, with the whole orders that carry the coupon; an entry is an order. */
export const CouponDayRow = defineEntity({
  name: 'CouponDay',
  tableName: 'coupon_day',
  properties: { ...dayKey, ...couponKey, ...couponSums },
  indexes: [{ name: 'coupon_day_coupon_index', properties: ['couponId', 'dateType', 'day'] }],
});

/** Roll-up of `coupon_day` by month. */
export const CouponMonthRow = defineEntity({
  name: 'CouponMonth',
  tableName: 'coupon_month',
  properties: { ...periodKey, ...couponKey, ...couponSums },
});

/** Roll-up of `coupon_day` by year. */
export const CouponYearRow = defineEntity({
  name: 'CouponYear',
  tableName: 'coupon_year',
  properties: { ...periodKey, ...couponKey, ...couponSums },
});

/** What single writes add to `coupon_day`, `coupon_month` and `coupon_year`. */
export const CouponPendingRow = defineEntity({
  name: 'CouponPending',
  tableName: 'coupon_pending',
  properties: { ...pendingKey, couponId: p.integer(), ...orderState, ...couponSums },
});
