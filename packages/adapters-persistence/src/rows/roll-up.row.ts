import { defineEntity, p } from '@mikro-orm/core';

const sum = () => p.bigint('number');
/** Level 2 is a month, 3 a quarter, 4 a year; `start` is the first day of the period. */
const levelKey = { dateType: p.smallint().primary(), level: p.smallint().primary(), start: p.date().primary() };

const orderKey = {
  status: p.string().length(16).primary(),
  isRefund: p.boolean().primary(),
  isReturning: p.boolean().primary(),
};
const orderSums = {
  entries: sum(),
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
  withLines: sum(),
  withCoupon: sum(),
  withTax: sum(),
};
/** Date type 1 is creation, 2 payment, 3 completion, here as in all tables. */
const dayKey = { dateType: p.smallint().primary(), day: p.date().primary() };
/** `start` is the first day of the month. */
const monthKey = { dateType: p.smallint().primary(), start: p.date().primary() };

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
  properties: { ...monthKey, ...orderKey, ...orderSums },
});

/** What single writes add to `order_day` and `order_month`, until it is moved there. */
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

/** Counted rows of a day that are the first of their customer in the day, week …; configured date type only. */
export const CustomerDayRow = defineEntity({
  name: 'CustomerDay',
  tableName: 'customer_day',
  properties: {
    day: p.date().primary(),
    firstInDay: p.integer(),
    firstInWeek: p.integer(),
    firstInMonth: p.integer(),
    firstInQuarter: p.integer(),
    firstInYear: p.integer(),
  },
});

/**
 * Further sums of lines. `orderItems` and `orderNet` are those of the whole orders: each order is added once for the product or
 * variation, with its first line of it.
 */
const lineSums = {
  gross: sum(),
  coupon: sum(),
  tax: sum(),
  shipping: sum(),
  /** Sum over lines with a negative gross. */
  back: sum(),
  orderItems: sum(),
  orderNet: sum(),
};

/** Roll-up of line facts by product; for the creation date and the configured date type, counted statuses only. */
export const ProductLevelRow = defineEntity({
  name: 'ProductLevel',
  tableName: 'product_level',
  properties: {
    ...levelKey,
    productId: p.integer().primary(),
    entries: p.integer(),
    orders: p.integer(),
    quantity: sum(),
    net: sum(),
    ...lineSums,
  },
});

/** Roll-up of line facts by variation; `variation_id` is 0 for lines without one. */
export const VariationLevelRow = defineEntity({
  name: 'VariationLevel',
  tableName: 'variation_level',
  properties: {
    ...levelKey,
    productId: p.integer().primary(),
    variationId: p.integer().primary(),
    entries: p.integer(),
    orders: p.integer(),
    quantity: sum(),
    net: sum(),
    ...lineSums,
  },
});

/** Roll-up of line facts by category, for products directly in it; creation date only. */
export const CategoryLevelRow = defineEntity({
  name: 'CategoryLevel',
  tableName: 'category_level',
  properties: {
    ...levelKey,
    categoryId: p.integer().primary(),
    entries: p.integer(),
    orders: p.integer(),
    quantity: sum(),
    net: sum(),
  },
});

/** Roll-up of coupon facts; one entry is one order. */
export const CouponLevelRow = defineEntity({
  name: 'CouponLevel',
  tableName: 'coupon_level',
  properties: { ...levelKey, couponId: p.integer().primary(), entries: p.integer(), amount: sum() },
});

/** Number of lines of new customers by product. */
export const NewProductLevelRow = defineEntity({
  name: 'NewProductLevel',
  tableName: 'new_product_level',
  properties: { ...levelKey, productId: p.integer().primary(), entries: p.integer() },
});

/** Number of uses by new customers by coupon. */
export const NewCouponLevelRow = defineEntity({
  name: 'NewCouponLevel',
  tableName: 'new_coupon_level',
  properties: { ...levelKey, couponId: p.integer().primary(), entries: p.integer() },
});

const rateKey = {
  rateId: p.integer().primary(),
  rateCode: p.text().primary(),
  percent: p.bigint('number').primary(),
  status: p.string().length(16).primary(),
};
const rateSums = {
  entries: p.integer(),
  /** Orders with this rate, code and percent; no refunds. */
  orders: p.integer(),
  /** Orders with this rate, regardless of code and percent: each is counted once, with the first tax line of the rate. */
  rateOrders: p.integer(),
  orderTax: sum(),
  shippingTax: sum(),
  taxable: sum(),
  /** The greatest of the labels of the rate, by code points. */
  label: p.text(),
  country: p.text(),
  state: p.text(),
  priority: p.integer(),
};

/** Roll-up of tax facts by day, for every status. */
export const TaxDayRow = defineEntity({
  name: 'TaxDay',
  tableName: 'tax_day',
  properties: { ...dayKey, ...rateKey, ...rateSums },
});

/** Roll-up of `tax_day` by month. */
export const TaxMonthRow = defineEntity({
  name: 'TaxMonth',
  tableName: 'tax_month',
  properties: { ...monthKey, ...rateKey, ...rateSums },
});

/** Roll-up of coupon facts by day, for every date type; counted statuses only. */
export const CouponDayRow = defineEntity({
  name: 'CouponDay',
  tableName: 'coupon_day',
  properties: {
    dateType: p.smallint().primary(),
    day: p.date().primary(),
    couponId: p.integer().primary(),
    entries: p.integer(),
    amount: sum(),
  },
});

/** Marks a day whose roll-ups may be stale. Not unique: every writer inserts a mark of its own. */
export const DirtyDayRow = defineEntity({
  name: 'DirtyDay',
  tableName: 'dirty_day',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    dateType: p.smallint(),
    day: p.date(),
    /** Ids of the orders added to the day, if besides them only `is_returning` changed; null if anything may have changed. */
    added: p.array<number>().columnType('int[]').nullable(),
  },
  indexes: [{ name: 'dirty_day_index', properties: ['dateType', 'day'] }],
});
