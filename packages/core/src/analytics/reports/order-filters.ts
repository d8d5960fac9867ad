import {
  all,
  among,
  carrying,
  carryingOther,
  choice,
  type Filter,
  having,
  is,
  lacking,
  not,
  notAmong,
} from '../plan.ts';

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
