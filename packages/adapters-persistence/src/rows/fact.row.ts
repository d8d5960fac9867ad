import { defineEntity, p } from '@mikro-orm/core';

const money = () => p.bigint('number');
const localTime = () => p.string().columnType('timestamp(0)');
const days = { createdDay: p.date(), paidDay: p.date().nullable(), completedDay: p.date().nullable() };
const byDay = (table: string) =>
  (['created', 'paid', 'completed'] as const).map((date) => ({
    name: `${table}_${date}_index`,
    properties: [`${date}Day` as const],
  }));

/** Order fact: a row for each order and refund. */
export const OrderFactRow = defineEntity({
  name: 'OrderFact',
  tableName: 'order_fact',
  properties: {
    orderId: p.integer().primary().autoincrement(false),
    parentId: p.integer(),
    customerId: p.integer(),
    status: p.string().length(16),
    /** Whether the customer had bought before; refunds have the value of their order. */
    isReturning: p.boolean().default(false),
    items: money(),
    total: money(),
    tax: money(),
    shipping: money(),
    net: money(),
    coupon: money(),
    createdUtc: p.datetime(3),
    createdAt: localTime(),
    paidAt: localTime().nullable(),
    completedAt: localTime().nullable(),
    ...days,
    /** The day by the configured date type; null in an excluded status. */
    countedDay: p.date().nullable(),
    /** `counted_day` of the customer's previous counted row. */
    previousDay: p.date().nullable(),
    hasLines: p.boolean(),
    hasCoupon: p.boolean(),
    hasTax: p.boolean(),
  },
  indexes: [
    ...(['created', 'paid', 'completed'] as const).map((date) => ({
      name: `order_fact_new_${date}_index`,
      properties: [`${date}Day` as const],
      where: 'not is_returning',
    })),
    { name: 'order_fact_created_index', properties: ['createdAt', 'orderId'] },
    { name: 'order_fact_paid_index', properties: ['paidAt', 'orderId'] },
    { name: 'order_fact_completed_index', properties: ['completedAt', 'orderId'] },
    { name: 'order_fact_customer_index', properties: ['customerId', 'createdUtc', 'orderId'] },
    { name: 'order_fact_parent_index', properties: ['parentId'], where: 'parent_id > 0' },
    { name: 'order_fact_counted_index', properties: ['countedDay', 'previousDay'] },
  ],
});

/** Line fact: a row for each line of an order or refund. */
export const LineFactRow = defineEntity({
  name: 'LineFact',
  tableName: 'line_fact',
  properties: {
    orderId: p.integer().primary().autoincrement(false),
    itemId: p.integer().primary(),
    productId: p.integer(),
    variationId: p.integer(),
    customerId: p.integer(),
    quantity: money(),
    net: money(),
    gross: money(),
    coupon: money(),
    tax: money(),
    shipping: money(),
    shippingTax: money(),
    ...days,
    status: p.string().length(16),
    isRefund: p.boolean(),
    firstOfProduct: p.boolean(),
    firstOfVariation: p.boolean(),
    attributes: p.json().nullable(),
  },
  indexes: [
    ...byDay('line_fact'),
    {
      name: 'line_fact_product_index',
      expression:
        'create index line_fact_product_index on line_fact (product_id, created_day) include (order_id, paid_day, completed_day)',
    },
    {
      name: 'line_fact_variation_index',
      expression:
        'create index line_fact_variation_index on line_fact (variation_id, created_day) include (order_id, paid_day, completed_day) where variation_id > 0',
    },
  ],
});

/** Coupon fact: a row for each coupon of an order. */
export const CouponFactRow = defineEntity({
  name: 'CouponFact',
  tableName: 'coupon_fact',
  properties: {
    orderId: p.integer().primary().autoincrement(false),
    couponId: p.integer().primary(),
    code: p.text(),
    amount: money(),
    ...days,
    status: p.string().length(16),
  },
  indexes: [
    ...byDay('coupon_fact'),
    {
      name: 'coupon_fact_coupon_index',
      expression:
        'create index coupon_fact_coupon_index on coupon_fact (coupon_id, created_day) include (order_id, paid_day, completed_day)',
    },
  ],
});

/** Tax fact: a row for each tax line of an order or refund. */
export const TaxFactRow = defineEntity({
  name: 'TaxFact',
  tableName: 'tax_fact',
  properties: {
    orderId: p.integer().primary().autoincrement(false),
    taxLineId: p.integer().primary(),
    rateId: p.integer(),
    rateCode: p.text(),
    label: p.text(),
    country: p.text(),
    state: p.text(),
    priority: p.integer(),
    percent: money(),
    orderTax: money(),
    shippingTax: money(),
    taxable: money(),
    ...days,
    status: p.string().length(16),
    isRefund: p.boolean(),
    firstOfRate: p.boolean(),
  },
  indexes: [
    ...byDay('tax_fact'),
    {
      name: 'tax_fact_rate_index',
      expression:
        'create index tax_fact_rate_index on tax_fact (rate_id, paid_day) include (order_id, created_day, completed_day)',
    },
  ],
});

/** Whole orders and refunds by the parts that they have: a row for each product, variation, coupon and tax rate of an order. */
export const OrderPartRow = defineEntity({
  name: 'OrderPart',
  tableName: 'order_part',
  properties: {
    orderId: p.integer().primary().autoincrement(false),
    kind: p.smallint().primary(),
    partId: p.integer().primary(),
    /** The day by the configured date type. */
    day: p.date().nullable(),
    parentId: p.integer(),
    customerId: p.integer(),
    status: p.string().length(16),
    items: money(),
    total: money(),
    tax: money(),
    shipping: money(),
    net: money(),
    coupon: money(),
    /** All products of the order; null if it has too many for an index. */
    products: p
      .array((id) => Number(id))
      .columnType('int[]')
      .nullable(),
    coupons: p
      .array((id) => Number(id))
      .columnType('int[]')
      .nullable(),
  },
  indexes: [
    {
      name: 'order_part_day_index',
      expression:
        'create index order_part_day_index on order_part (kind, part_id, day) include (order_id, parent_id, customer_id, items, total, tax, shipping, net, coupon, status, products, coupons)',
    },
    {
      name: 'order_part_coupon_index',
      expression:
        'create index order_part_coupon_index on order_part (kind, part_id, day) include (order_id, parent_id, customer_id, items, total, tax, shipping, net, coupon, status, products, coupons) where coupons is not null or products is null',
    },
  ],
});

/** Rules by which facts are counted, and the progress of rebuilds; a single row. */
export const FactRulesRow = defineEntity({
  name: 'FactRules',
  tableName: 'fact_rules',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    dateType: p.smallint(),
    weekStartsOn: p.smallint(),
    excludedStatuses: p.array().columnType('text[]'),
    /** The next customer id during a rebuild, 0 at its start; null otherwise. */
    rebuildFrom: p.integer().nullable(),
    /** Number of the last recount that was started. */
    recountNo: p.integer().default(0),
    /** The last order id that the running recount has processed with the current settings; null otherwise. */
    recountAfter: p.integer().nullable(),
  },
  checks: [{ name: 'fact_rules_one_check', expression: 'id = 1' }],
});
