import { among, carrying, carryingOther, choice, type Filter, having, lacking, notAmong } from '../filters.ts';
import { all, always, is, not } from '../plan.ts';
import { COUNTED_DATE, defineList } from '../report.ts';

const ofParent = not(is('parent_id', 0));

/** The filters that everything counted from orders understands (analytics.md, 4.1). */
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

/** Orders and refunds one by one (analytics.md, 5.4). */
export const ordersReport = defineList({
  slug: 'orders',
  summary: 'List orders and refunds.',
  from: 'order',
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
      columns: ['order_id', 'item_id', 'product_id', 'variation_id', 'quantity'],
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
