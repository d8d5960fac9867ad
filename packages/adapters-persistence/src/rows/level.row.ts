import { defineEntity, p } from '@mikro-orm/core';

const sum = () => p.bigint('number');
/** Level 2 is a month, 4 a year; `start` is the first day of the period. */
const levelKey = { dateType: p.smallint().primary(), level: p.smallint().primary(), start: p.date().primary() };
const id = p.bigint('number').primary().autoincrement().generated('by default as identity');

const visitSums = {
  firstInDay: p.integer(),
  firstInWeek: p.integer(),
  firstInMonth: p.integer(),
  firstInQuarter: p.integer(),
  firstInYear: p.integer(),
};

/** Counted rows of a day that are the first of their customer in the day, week …; configured date type only. */
export const CustomerDayRow = defineEntity({
  name: 'CustomerDay',
  tableName: 'customer_day',
  properties: { day: p.date().primary(), ...visitSums },
});

/** What single writes add to `customer_day`. */
export const CustomerPendingRow = defineEntity({
  name: 'CustomerPending',
  tableName: 'customer_pending',
  properties: { id, day: p.date(), ...visitSums },
});

const lineSums = {
  entries: sum(),
  /** Lines of new customers. */
  newEntries: sum(),
  /** Lines of completed orders. */
  completedEntries: sum(),
  quantity: sum(),
  net: sum(),
  gross: sum(),
  coupon: sum(),
  tax: sum(),
  shipping: sum(),
  /** Sum over lines with a negative gross. */
  back: sum(),
};
/** Sums of whole orders: each is added once for the product or variation, with its first line of it. */
const wholeOrders = { orders: sum(), orderItems: sum(), orderNet: sum() };

/** Roll-up of all line facts, those of variations apart, counted statuses only. */
export const LineLevelRow = defineEntity({
  name: 'LineLevel',
  tableName: 'line_level',
  properties: { ...levelKey, hasVariation: p.boolean().primary(), ...lineSums },
});

/** Roll-up of line facts by product, counted statuses only. */
export const ProductLevelRow = defineEntity({
  name: 'ProductLevel',
  tableName: 'product_level',
  properties: { ...levelKey, productId: p.integer().primary(), ...lineSums, ...wholeOrders },
});

/** Roll-up of line facts by variation; `variation_id` is 0 for lines without one. */
export const VariationLevelRow = defineEntity({
  name: 'VariationLevel',
  tableName: 'variation_level',
  properties: {
    ...levelKey,
    productId: p.integer().primary(),
    variationId: p.integer().primary(),
    ...lineSums,
    ...wholeOrders,
  },
});

/** What single writes add to `line_level`, `product_level` and `variation_level`, by the first days of the months of all dates. */
export const LinePendingRow = defineEntity({
  name: 'LinePending',
  tableName: 'line_pending',
  properties: {
    id,
    createdMonth: p.date(),
    paidMonth: p.date().nullable(),
    completedMonth: p.date().nullable(),
    productId: p.integer(),
    variationId: p.integer(),
    hasVariation: p.boolean(),
    ...lineSums,
    ...wholeOrders,
    variationOrders: sum(),
    variationOrderItems: sum(),
    variationOrderNet: sum(),
  },
});

const categorySums = { entries: sum(), orders: sum(), quantity: sum(), net: sum() };

/** Roll-up of line facts by category, for products directly in it; creation date only. */
export const CategoryLevelRow = defineEntity({
  name: 'CategoryLevel',
  tableName: 'category_level',
  properties: { ...levelKey, categoryId: p.integer().primary(), ...categorySums },
});

/** What single writes add to `category_level`, by the first day of the month. */
export const CategoryPendingRow = defineEntity({
  name: 'CategoryPending',
  tableName: 'category_pending',
  properties: { id, start: p.date(), categoryId: p.integer(), ...categorySums },
});

/** The categories by which `category_level` is summed up. */
export const CountedCategoryRow = defineEntity({
  name: 'CountedCategory',
  tableName: 'counted_category',
  properties: { productId: p.integer().primary(), categoryId: p.integer().primary() },
});

/** Products whose categories have changed since. */
export const MovedProductRow = defineEntity({
  name: 'MovedProduct',
  tableName: 'moved_product',
  properties: { id, productId: p.integer() },
});

/** Roll-up of counted orders with a tax rate, by the products on them and by the configured date. */
export const RateProductLevelRow = defineEntity({
  name: 'RateProductLevel',
  tableName: 'rate_product_level',
  properties: {
    rateId: p.integer().primary(),
    level: p.smallint().primary(),
    start: p.date().primary(),
    productId: p.integer().primary(),
    orders: sum(),
  },
});

/** What single writes add to `rate_product_level`, by the first day of the month. */
export const RateProductPendingRow = defineEntity({
  name: 'RateProductPending',
  tableName: 'rate_product_pending',
  properties: { id, start: p.date(), rateId: p.integer(), productId: p.integer(), orders: sum() },
});
