import type { Schema } from '../../kernel/schema.ts';
import { defineReport, defineRows } from '../definition.ts';
import { ofLists, type ParamName } from '../parameters.ts';
import { always, among, notAmong } from '../plan.ts';
import { json } from '../published/members.ts';
import { presentOrderEntry } from '../published/order-presenter.ts';
import { COUNTED_DATE, defineList } from '../report.ts';
import type { OrderReportEntry } from '../report-entries.ts';
import { defineStats } from '../stats.ts';
import { entryReader } from '../use-cases/order-entries.ts';
import {
  type ReportList,
  type ReportListInput,
  reportList,
  runList,
  statsReader,
} from '../use-cases/report-reading.ts';
import { by } from './filter-subjects.ts';
import { printed } from './order-columns.ts';
import { orderFilters } from './order-filters.ts';
import { ofOrderRows } from './order-measures.ts';

/** Orders by interval (docs/spec/analytics.md 5.3). */
export const ordersStats = defineStats({
  ...ofOrderRows,
  slug: 'orders/stats',
  summary: 'Add up orders and refunds, in all and by interval.',
  filters: orderFilters,
  countsUnless: ['status_is', 'status_is_not'],
  sorts: {
    date: 'date',
    net_revenue: 'net_revenue',
    orders_count: 'orders_count',
    avg_order_value: 'avg_order_value',
  },
});

/** Returns the measures of orders and refunds, in total and per interval. */
export const readOrdersStats = statsReader(ordersStats);

const byId = { column: 'order_id', isAlwaysUp: true } as const;

/** Individual orders and refunds (docs/spec/analytics.md 5.4). */
export const ordersReport = defineList({
  slug: 'orders',
  summary: 'List orders and refunds.',
  meanings: {
    order_id: 'The order, or the refund: refunds are rows of their own, with numbers below zero.',
    parent_id: '0 for an order; the order of a refund.',
    order_number: 'The number of the order, as customers know it; on its refunds too.',
    date: 'The moment by which it is counted in this shop, on its clock.',
    date_created: 'When it was made, on the clock of the shop.',
    date_created_gmt: 'The same in UTC.',
    status: 'The status of the order now; a refund has that of its order.',
    customer_id: 'The customer.',
    num_items_sold: 'How many items; below 0 on refunds.',
    net_total: 'The total without tax and shipping, after discounts; fees are in it.',
    total_sales: 'The total, with tax and shipping.',
    total_formatted: 'The total as a text, in the currency of the order.',
    customer_type:
      '`new` for the first order of a customer that counts, else `returning`; a refund has that of its order.',
    extended_info: 'Products, coupons, customer and origin; only with `extended_info`.',
  },
  from: 'order',
  key: 'order_id',
  columns: [
    'order_id',
    'parent_id',
    'created_at',
    'created_utc',
    COUNTED_DATE,
    'status',
    'customer_id',
    'items',
    'net',
    'total',
    'is_returning',
  ],
  where: always,
  isDated: true,
  filters: { ...orderFilters, order_includes: among('order_id'), order_excludes: notAmong('order_id') },
  countsUnless: ['status_is', 'status_is_not'],
  sorts: {
    date: [{ column: COUNTED_DATE }, byId],
    num_items_sold: [{ column: 'items' }, byId],
    net_total: [{ column: 'net' }, byId],
  },
  related: {
    records: {
      from: 'order_record',
      columns: ['id', 'number', 'currency', 'source_type', 'source_name'],
      by: 'id',
      given: { plan: 'page', columns: ['order_id', 'parent_id'] },
      orderBy: ['id'],
    },
    lines: {
      from: 'line',
      columns: ['order_id', 'item_id', 'product_id', 'variation_id', 'quantity', 'name'],
      by: 'order_id',
      given: { plan: 'page', columns: ['order_id', 'parent_id'] },
      orderBy: ['order_id', 'item_id'],
      requestedBy: 'extended_info',
    },
    products: {
      from: 'product',
      columns: ['id', 'name'],
      by: 'id',
      given: { plan: 'lines', columns: ['product_id', 'variation_id'] },
      orderBy: ['id'],
      requestedBy: 'extended_info',
    },
    coupons: {
      from: 'coupon',
      columns: ['order_id', 'coupon_id', 'code'],
      by: 'order_id',
      given: { plan: 'page', columns: ['order_id'] },
      orderBy: ['order_id', 'coupon_id'],
      requestedBy: 'extended_info',
    },
    customers: {
      from: 'customer',
      columns: [
        'id',
        'user_id',
        'username',
        'first_name',
        'last_name',
        'email',
        'country',
        'state',
        'city',
        'postcode',
        'registered_utc',
        'last_active_utc',
      ],
      by: 'id',
      given: { plan: 'page', columns: ['customer_id'] },
      orderBy: ['id'],
      requestedBy: 'extended_info',
    },
  },
});

/**
 * Lists orders and refunds with their counted amounts; the last week unless a range is given.
 * @throws DomainError `validation_failed`
 */
export const listOrdersReport: ReportList<ReportListInput, OrderReportEntry> = reportList(async (ports, input) => {
  const answer = await runList(ports, ordersReport, input);
  const entryOf = entryReader(answer, input.wants?.includes('extended_info') ?? false);
  return { entries: answer.rows.map(entryOf), total: answer.total };
});

export const orderEntry: Schema = {
  name: 'OrderReportEntry',
  type: 'object',
  properties: {
    order_id: json.integer,
    parent_id: json.integer,
    order_number: { type: ['integer', 'string', 'null'] },
    date: json.text,
    date_created: json.text,
    date_created_gmt: json.text,
    status: json.text,
    customer_id: json.integer,
    num_items_sold: json.integer,
    net_total: json.number,
    total_sales: json.number,
    total_formatted: json.text,
    customer_type: { type: 'string', enum: ['new', 'returning'] },
    extended_info: { type: 'object', ...json.notAlways },
    _links: json.links,
  },
};

const ofOrders = [
  'product_includes',
  'product_excludes',
  'variation_includes',
  'variation_excludes',
  'coupon_includes',
  'coupon_excludes',
  'tax_rate_includes',
  'tax_rate_excludes',
] as const satisfies readonly ParamName[];

/** Validated, but not listed in the index. */
const hidden = { published: false } as const;

/** The report on orders. */
export const report = defineReport({
  slug: 'orders',
  title: 'Orders',
  question: 'What was ordered, and by whom?',
  stats: {
    slug: ordersStats.slug,
    description: 'Orders and refunds, in all and by interval.',
    strip: ['orders_count', 'net_revenue', 'avg_order_value', 'avg_items_per_order'],
    declared: ordersStats,
    read: readOrdersStats,
    params: [
      ...ofLists,
      'interval',
      'match',
      'status_is',
      'status_is_not',
      ...ofOrders,
      'customer',
      'customer_type',
      'refunds',
      'attribute_is',
      'attribute_is_not',
      'segmentby',
      'fields',
    ],
    changes: {
      status_is: { default: null },
      customer_type: { enum: ['new', 'returning'], default: undefined },
      fields: hidden,
    },
  },
  rows: defineRows({
    description: 'Orders and refunds one by one.',
    key: ['order_id'],
    sent: { extended_info: true },
    hasTotals: true,
    declared: ordersReport,
    read: listOrdersReport,
    present: presentOrderEntry,
    returns: orderEntry,
    params: [
      ...ofLists,
      ...ofOrders,
      'status_is',
      'status_is_not',
      'customer_type',
      'refunds',
      'extended_info',
      'order_includes',
      'order_excludes',
      'attribute_is',
      'attribute_is_not',
      'match',
    ],
    changes: { per_page: { minimum: 0 }, match: hidden },
    only: { customers: ['id', 'first_name', 'last_name'] },
  }),
  filters: [
    by.status,
    by.product(by.sides('product')),
    by.variation(by.sides('variation')),
    by.coupon(by.sides('coupon')),
    by.rate(by.sides('tax_rate')),
    { subject: 'customer_type', label: 'New or returning', takes: 'word', is: 'customer_type', aliases: ['customer'] },
    { subject: 'refund', label: 'Refunds', takes: 'word', is: 'refunds' },
    by.attribute,
    by.order(by.sides('order')),
  ],
  printed,
});
