import { DomainError, invalidField } from '../kernel/errors.ts';

/** Coupon codes are compared case-insensitively. */
export const couponExists = (): DomainError =>
  new DomainError('conflict', 'shop_rest_coupon_exists', 'Another coupon has that id or code.');

const unknown = (code: string, message: string) => new DomainError('not-found', code, message);
const taken = (code: string, message: string) => new DomainError('conflict', code, message);

export const noSuchOrder = (): DomainError => unknown('shop_rest_order_invalid_id', 'There is no such order.');
/** The addressed refund does not exist or belongs to another order. */
export const noSuchRefund = (): DomainError => unknown('shop_rest_refund_invalid_id', 'There is no such refund.');
export const noSuchCustomer = (): DomainError => unknown('shop_rest_customer_invalid_id', 'There is no such customer.');
export const noSuchCoupon = (): DomainError => unknown('shop_rest_coupon_invalid_id', 'There is no such coupon.');
export const noSuchTaxRate = (): DomainError => unknown('shop_rest_tax_rate_invalid_id', 'There is no such tax rate.');

/** Orders and refunds share one id space. */
export const orderExists = (): DomainError => taken('shop_rest_order_exists', 'Another order or refund has that id.');
/** Orders and refunds share one id space. */
export const refundExists = (): DomainError => taken('shop_rest_refund_exists', 'Another order or refund has that id.');
/** Each user id belongs to at most one customer. */
export const customerExists = (): DomainError =>
  taken('shop_rest_customer_exists', 'Another customer has that id, user or account.');
/** A customer with orders cannot be deleted. */
export const customerHasOrders = (): DomainError =>
  taken('shop_rest_customer_has_orders', 'The customer has orders; delete those first.');
export const taxRateExists = (): DomainError => taken('shop_rest_tax_rate_exists', 'Another tax rate has that id.');

/** No status is followed by `checkout-draft`, and an order leaves the trash only to its previous status. */
export const invalidStatusTransition = (from: string, to: string): DomainError =>
  new DomainError('malformed', 'shop_rest_invalid_status_transition', `An order cannot go from ${from} to ${to}.`);
/** The refunds would exceed the remainder of the order. */
export const invalidRefundAmount = (member: string): DomainError =>
  new DomainError('malformed', 'shop_rest_invalid_refund_amount', 'More would be given back than is left.', { member });
export const customerUnknown = (): DomainError =>
  invalidField('customerId', 'unknown_reference', 'There is no such customer.');
/** A customer can only be linked to an account with the role `customer`. */
export const accountUnknown = (): DomainError =>
  invalidField('accountId', 'unknown_reference', 'There is no such account with the role of a customer.');
