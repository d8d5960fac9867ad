import type { StoredOrder } from '../../commerce/index.ts';
import {
  couponRecord,
  customerRecord,
  type OrderDraft,
  orderRecord,
  orderStatuses,
  refundRecord,
  taxRateRecord,
} from '../../commerce/index.ts';
import { section } from '../../interface/route.ts';
import { recordId } from '../../interface/shop/records/identifier.ts';
import { recordRoutes } from '../../interface/shop/records/routes.ts';
import type { ShopRoute } from '../../interface/shop/route.ts';
import {
  countOrders,
  createCoupon,
  createCustomer,
  createOrder,
  createRefund,
  createTaxRate,
  deleteCoupon,
  deleteCustomer,
  deleteOrder,
  deleteRefund,
  deleteTaxRate,
  listCoupons,
  listCustomers,
  listOrders,
  listRefunds,
  listTaxRates,
  readCoupon,
  readCustomer,
  readOrder,
  readRefund,
  readTaxRate,
  updateCoupon,
  updateCustomer,
  updateOrder,
  updateTaxRate,
} from '../index.ts';
import { numbered } from '../number-lines.ts';

const orders = recordRoutes<OrderDraft>({
  path: '/shop/v3/orders',
  one: 'an order',
  many: 'orders',
  record: orderRecord,
  complete: numbered,
  standIns: ['status', 'currency', 'created_at'],
  statuses: orderStatuses,
  filters: { customer_id: { ...recordId, description: 'Only those of this customer.' } },
  list: listOrders,
  count: countOrders,
  create: createOrder,
  read: readOrder,
  readFrom: ({ order }: StoredOrder) => order,
  update: updateOrder,
  remove: deleteOrder,
  hasBin: true,
});

const refunds = recordRoutes({
  path: '/shop/v3/orders/{order_id}/refunds',
  one: 'a refund',
  many: 'the refunds of an order',
  record: refundRecord,
  complete: numbered,
  standIns: ['created_at'],
  list: listRefunds,
  create: createRefund,
  read: readRefund,
  remove: deleteRefund,
  hasBin: false,
});

const coupons = recordRoutes({
  path: '/shop/v3/coupons',
  one: 'a coupon',
  many: 'coupons',
  record: couponRecord,
  standIns: ['created_at'],
  list: listCoupons,
  create: createCoupon,
  read: readCoupon,
  update: updateCoupon,
  remove: deleteCoupon,
  hasBin: false,
});

const customers = recordRoutes({
  path: '/shop/v3/customers',
  one: 'a customer',
  many: 'customers',
  record: customerRecord,
  standIns: [],
  list: listCustomers,
  create: createCustomer,
  read: readCustomer,
  update: updateCustomer,
  remove: deleteCustomer,
  hasBin: false,
});

const taxes = recordRoutes({
  path: '/shop/v3/taxes',
  one: 'a tax rate',
  many: 'tax rates',
  record: taxRateRecord,
  standIns: [],
  list: listTaxRates,
  create: createTaxRate,
  read: readTaxRate,
  update: updateTaxRate,
  remove: deleteTaxRate,
  hasBin: false,
});

export const ordersShopRoutes: readonly ShopRoute[] = [
  ...section('Orders', ...orders, ...refunds),
  ...section('Coupons', ...coupons),
  ...section('Customers', ...customers),
  ...section('Taxes', ...taxes),
];
