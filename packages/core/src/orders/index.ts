/** What was sold, to whom, and what was given back. */

export {
  type Bundle,
  demandFreeForOrder,
  demandPlaceForRefund,
  HeldOrders,
  idsToHold,
  type OrderBatch,
} from './bundle.ts';
export type { Coupon, DiscountType, TaxRate } from './coupon.ts';
export { discountTypes } from './coupon.ts';
export type { Customer } from './customer.ts';
export { couponExists, customerExists } from './errors.ts';
export type {
  BillingAddress,
  ChargeLine,
  CouponLine,
  Download,
  Order,
  OrderLine,
  OrderSource,
  OrderStatus,
  Refund,
  RefundKind,
  RefundLine,
  Taxes,
  TaxLine,
} from './order.ts';
export { orderStatuses } from './order.ts';
export type {
  CouponStore,
  CustomerKey,
  CustomerStore,
  DownloadLog,
  LineStock,
  OrderFilter,
  OrderStock,
  OrderStockChange,
  OrderStore,
  OrdersPorts,
  RecordFilter,
  RecordSortField,
  StoredOrder,
  TaxRateStore,
} from './ports.ts';
export { recordSortFields } from './ports.ts';
export { couponRecord, downloadRecord, taxRateRecord } from './records/coupon-record.ts';
export { customerRecord } from './records/customer-record.ts';
export { type OrderDraft, orderRecord } from './records/order-record.ts';
export { type RefundDraft, refundRecord } from './records/refund-record.ts';
export { type StoringOptions, storeOrders } from './store-orders.ts';
export {
  createOrder,
  type DeleteOrderInput,
  deleteOrder,
  type UpdateOrderInput,
  updateOrder,
} from './use-cases/change-orders.ts';
export { createCoupon, deleteCoupon, listCoupons, readCoupon, updateCoupon } from './use-cases/coupons.ts';
export { createCustomer, deleteCustomer, listCustomers, readCustomer, updateCustomer } from './use-cases/customers.ts';
export { listOrders, readOrder } from './use-cases/read-orders.ts';
export {
  type CreateRefundInput,
  createRefund,
  deleteRefund,
  type ListRefundsInput,
  listRefunds,
  type RefundInput,
  readRefund,
} from './use-cases/refunds.ts';
export { createTaxRate, deleteTaxRate, listTaxRates, readTaxRate, updateTaxRate } from './use-cases/tax-rates.ts';
