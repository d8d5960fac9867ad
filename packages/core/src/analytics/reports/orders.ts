import { among, carrying, carryingOther, choice, type Filter, having, lacking, notAmong } from '../filters.ts';
import { all, always, is, not } from '../plan.ts';
import { COUNTED_DATE, defineList } from '../report.ts';

const ofParent = not(is('parent_id', 0));

/** Filters shared by all reports on orders (docs/spec/analytics.md 4.1). */
export const orderFilters = {
  product_includes: having('lines', 'product_id'),
  product_excludes: lacking('lines', 'product_id'),
  variation_includes: having('lines', 'variation_id'),
  variation_excludes: lacking('lines', 'variation_id'),
  coupon_includes: having('coupons', 'coupon_id'),
  coupon_excludes: lacking('coupons', 'coupon_id'),
  tax_rate_includes: having('taxes', 'rate_id'),
  tax_rate_excludes: lacking('taxes', 'rate_id'),
  status_is: among('status', 'any'),
  status_is_not: notAmong('status', 'any'),
  customer_type: choice(() => ({ new: is('is_returning', false), returning: is('is_returning', true) })),
  refunds: choice(() => ({
    all: ofParent,
    none: is('parent_id', 0),
    full: all(ofParent, is('status', 'refunded')),
    partial: all(ofParent, not(is('status', 'refunded'))),
  })),
  attribute_is: carrying('attributes', 'lines'),
  attribute_is_not: carryingOther('attributes', 'lines'),
} as const satisfies Readonly<Record<string, Filter>>;

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
  beside: {
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
      wanted: 'extended_info',
    },
    products: {
      from: 'product',
      columns: ['id', 'name'],
      by: 'id',
      given: { plan: 'lines', columns: ['product_id', 'variation_id'] },
      orderBy: ['id'],
      wanted: 'extended_info',
    },
    coupons: {
      from: 'coupon',
      columns: ['order_id', 'coupon_id', 'code'],
      by: 'order_id',
      given: { plan: 'page', columns: ['order_id'] },
      orderBy: ['order_id', 'coupon_id'],
      wanted: 'extended_info',
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
      wanted: 'extended_info',
    },
  },
});
