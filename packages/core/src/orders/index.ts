/** Orders, refunds, customers, coupons and tax rates of the shop. */

export {
  type Bundle,
  demandFreeForOrder,
  demandPlaceForRefund,
  HeldOrders,
  idsToHold,
  type OrderBatch,
} from './bundle.ts';

export { couponExists, customerExists } from './errors.ts';
export { orderEvents } from './events.ts';

export type {
  CouponStore,
  CustomerAccounts,
  CustomerKey,
  CustomerStore,
  DownloadLog,
  OrderCountFilter,
  OrderFilter,
  OrderStore,
  OrdersPorts,
  RecordFilter,
  RecordSortField,
  TaxRateStore,
} from './ports.ts';
export { ordersPorts, recordSortFields } from './ports.ts';

export { type StoringOptions, storeOrders } from './store-orders.ts';

export {
  createOrder,
  type DeleteOrderInput,
  deleteOrder,
  updateOrder,
} from './use-cases/change-orders.ts';
export { createCoupon, deleteCoupon, listCoupons, readCoupon, updateCoupon } from './use-cases/coupons.ts';
export { createCustomer, deleteCustomer, listCustomers, readCustomer, updateCustomer } from './use-cases/customers.ts';
export { type CountOrdersInput, countOrders, listOrders, readOrder } from './use-cases/read-orders.ts';
export {
  type CreateRefundInput,
  createRefund,
  type DeleteRefundInput,
  deleteRefund,
  type ListRefundsInput,
  listRefunds,
  type RefundInput,
  readRefund,
} from './use-cases/refunds.ts';
export { createTaxRate, deleteTaxRate, listTaxRates, readTaxRate, updateTaxRate } from './use-cases/tax-rates.ts';
