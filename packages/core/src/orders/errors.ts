import { DomainError, invalidField } from '../kernel/errors.ts';

/** The code is another coupon's, whatever the case. */
export const couponExists = (): DomainError =>
  new DomainError('conflict', 'shop_rest_coupon_exists', 'Another coupon has that id or code.');

const unknown = (code: string, message: string) => new DomainError('not-found', code, message);
const taken = (code: string, message: string) => new DomainError('conflict', code, message);

/** The addressed order does not exist. */
export const noSuchOrder = (): DomainError => unknown('shop_rest_order_invalid_id', 'There is no such order.');
/** The addressed refund does not exist, or is another order's. */
export const noSuchRefund = (): DomainError => unknown('shop_rest_refund_invalid_id', 'There is no such refund.');
/** The addressed customer does not exist. */
export const noSuchCustomer = (): DomainError => unknown('shop_rest_customer_invalid_id', 'There is no such customer.');
/** The addressed coupon does not exist. */
export const noSuchCoupon = (): DomainError => unknown('shop_rest_coupon_invalid_id', 'There is no such coupon.');
/** The addressed tax rate does not exist. */
export const noSuchTaxRate = (): DomainError => unknown('shop_rest_tax_rate_invalid_id', 'There is no such tax rate.');

/** Orders and refunds share their ids. */
export const orderExists = (): DomainError => taken('shop_rest_order_exists', 'Another order or refund has that id.');
/** Orders and refunds share their ids. */
export const refundExists = (): DomainError => taken('shop_rest_refund_exists', 'Another order or refund has that id.');
/** A buyer is one customer. */
export const customerExists = (): DomainError =>
  taken('shop_rest_customer_exists', 'Another customer has that id, user or account.');
/** Orders belong to somebody. */
export const customerHasOrders = (): DomainError =>
  taken('shop_rest_customer_has_orders', 'The customer has orders; delete those first.');
/** The id is another tax rate's. */
export const taxRateExists = (): DomainError => taken('shop_rest_tax_rate_exists', 'Another tax rate has that id.');

/** Nothing returns to a draft, and the bin is left only to where it came from. */
export const invalidStatusTransition = (from: string, to: string): DomainError =>
  new DomainError('malformed', 'shop_rest_invalid_status_transition', `An order cannot go from ${from} to ${to}.`);
/** More would be given back than is left. */
export const invalidRefundAmount = (member: string): DomainError =>
  new DomainError('malformed', 'shop_rest_invalid_refund_amount', 'More would be given back than is left.', { member });
/** The customer that an order names does not exist. */
export const customerUnknown = (): DomainError =>
  invalidField('customerId', 'unknown_reference', 'There is no such customer.');
/** A customer can be linked to an account with the role `customer` only. */
export const accountUnknown = (): DomainError =>
  invalidField('accountId', 'unknown_reference', 'There is no such account with the role of a customer.');
