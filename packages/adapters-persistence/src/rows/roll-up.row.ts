import { defineEntity, p } from '@mikro-orm/core';

const sum = () => p.bigint('number');
/** Level 2 is a month, 3 a quarter, 4 a year; each begins at its start. */
const levelKey = { dateType: p.smallint().primary(), level: p.smallint().primary(), start: p.date().primary() };

const orderKey = {
  status: p.string().length(16).primary(),
  isRefund: p.boolean().primary(),
  isReturning: p.boolean().primary(),
};
const orderSums = {
  entries: p.integer(),
  items: sum(),
  total: sum(),
  tax: sum(),
  shipping: sum(),
  net: sum(),
  coupon: sum(),
  /** What rows with a net below zero gave back, as a positive amount. */
  refunds: sum(),
  /** The tax and the shipping of rows with a net below zero; with `refunds` they tell the net too. */
  taxBack: sum(),
  shippingBack: sum(),
  withLines: p.integer(),
  withCoupon: p.integer(),
  withTax: p.integer(),
};
/** 1 is creation, 2 payment, 3 completion; the same everywhere. */
const dayKey = { dateType: p.smallint().primary(), day: p.date().primary() };
/** A month begins at its start. */
const monthKey = { dateType: p.smallint().primary(), start: p.date().primary() };

/** The rows of a day; every status is there. */
export const OrderDayRow = defineEntity({
  name: 'OrderDay',
  tableName: 'order_day',
  properties: { ...dayKey, ...orderKey, ...orderSums },
});

/** What the days of a month come to. */
export const OrderMonthRow = defineEntity({
  name: 'OrderMonth',
  tableName: 'order_month',
  properties: { ...monthKey, ...orderKey, ...orderSums },
});

/** How many counted rows of a day are their customer's first in the day, week …; of the configured date only. */
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

/** What else lines come to; of the whole orders on which they are the first of their kind, the items and the net. */
const moreSums = {
  gross: sum(),
  coupon: sum(),
  tax: sum(),
  shipping: sum(),
  /** Of lines with a gross below zero. */
  back: sum(),
  orderItems: sum(),
  orderNet: sum(),
};

/** What was sold of a product; of creation and of the configured date, counted statuses only, as on all levels. */
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
    ...moreSums,
  },
});

/** What was sold of a variation; 0 where a line has none. */
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
    ...moreSums,
  },
});

/** What was sold of the products that are directly in a category; of creation only. */
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

/** What a coupon took off; one entry is one order. */
export const CouponLevelRow = defineEntity({
  name: 'CouponLevel',
  tableName: 'coupon_level',
  properties: { ...levelKey, couponId: p.integer().primary(), entries: p.integer(), amount: sum() },
});

/** How many lines of new customers are of a product. */
export const NewProductLevelRow = defineEntity({
  name: 'NewProductLevel',
  tableName: 'new_product_level',
  properties: { ...levelKey, productId: p.integer().primary(), entries: p.integer() },
});

/** How often new customers used a coupon. */
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
  /** Orders with this rate, whatever the code and percent: counted where the rate comes first on the order. */
  rateOrders: p.integer(),
  orderTax: sum(),
  shippingTax: sum(),
  taxable: sum(),
  /** Of what the rate was called, the last by code points. */
  label: p.text(),
  country: p.text(),
  state: p.text(),
  priority: p.integer(),
};

/** What a rate brought in on a day; every status is there. */
export const TaxDayRow = defineEntity({
  name: 'TaxDay',
  tableName: 'tax_day',
  properties: { ...dayKey, ...rateKey, ...rateSums },
});

/** What the days of a month come to. */
export const TaxMonthRow = defineEntity({
  name: 'TaxMonth',
  tableName: 'tax_month',
  properties: { ...monthKey, ...rateKey, ...rateSums },
});

/** What a coupon took off on a day; counted statuses only, of every date. */
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

/** A mark: the roll-ups of this day may be older than its facts. Not unique, and one for each writer. */
export const DirtyDayRow = defineEntity({
  name: 'DirtyDay',
  tableName: 'dirty_day',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    dateType: p.smallint(),
    day: p.date(),
    /** Which orders came to the day, where nothing else has changed but who is new; without it anything may have. */
    added: p.array<number>().columnType('int[]').nullable(),
  },
  indexes: [{ name: 'dirty_day_index', properties: ['dateType', 'day'] }],
});
