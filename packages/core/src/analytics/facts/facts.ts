import { type OrderStatus, orderStatuses } from '../../commerce/index.ts';
import type { Amount } from '../../kernel/numbers/amount.ts';
import type { Money } from '../../kernel/numbers/decimal.ts';

/**
 * Local time of the shop, without zone: `2025-03-30 23:59:59`. Computed once when the fact is written, because all
 * intervals and filters use local time.
 */
export type LocalTime = string;
/** Local date of the shop: `2025-03-30`. */
export type LocalDay = string;

/** Values of the status filter. */
export const askedStatuses = ['any', ...orderStatuses] as const;

/** Local times of an order for each of the three date types; for a refund, `created` is its own creation. */
export interface FactDates {
  readonly created: LocalTime;
  readonly paid: LocalTime | null;
  readonly completed: LocalTime | null;
}

/** One order, or one refund (docs/spec/analytics.md 2.2). Amounts of refunds are negative. */
export interface OrderFact extends FactDates {
  readonly orderId: number;
  /** 0 for an order, else the order that was refunded. */
  readonly parentId: number;
  readonly createdUtc: Date;
  /** For a refund, the status of its order. */
  readonly status: OrderStatus;
  readonly customerId: number;
  readonly items: number;
  readonly total: Money;
  readonly tax: Money;
  readonly shipping: Money;
  /** total − tax − shipping, so fees are in it. */
  readonly net: Money;
  /** Sum of the coupon facts of the row. */
  readonly coupon: Money;
  readonly hasLines: boolean;
  readonly hasCoupon: boolean;
  readonly hasTax: boolean;
}

/** One line of an order or refund (docs/spec/analytics.md 2.2). */
export interface LineFact {
  readonly orderId: number;
  /** Id of the line; for a full refund without lines, the id of the order's line. */
  readonly itemId: number;
  readonly productId: number;
  readonly variationId: number;
  readonly quantity: number;
  readonly net: Money;
  readonly gross: Money;
  readonly coupon: Money;
  readonly tax: Money;
  readonly shipping: Money;
  readonly shippingTax: Money;
  readonly isRefund: boolean;
  /**
   * Whether this is the first line of the order with this product (variation), so that the sum counts orders; false for
   * refunds.
   */
  readonly isFirstOfProduct: boolean;
  readonly isFirstOfVariation: boolean;
  /**
   * Attribute values chosen by the buyer; empty for a full refund without lines, so that no attribute filter matches.
   */
  readonly attributes: Readonly<Record<string, string>>;
}

/** One coupon of an order (docs/spec/analytics.md 2.2); refunds have none. */
export interface CouponFact {
  readonly orderId: number;
  /** Unknown coupons are numbered −1, −2 … within the order. */
  readonly couponId: number;
  readonly code: string;
  readonly amount: Money;
}

/** One tax line of an order or refund, with the tax rate at that time (docs/spec/analytics.md 2.2). */
export interface TaxFact {
  readonly orderId: number;
  readonly taxLineId: number;
  readonly rateId: number;
  readonly rateCode: string;
  readonly label: string;
  readonly country: string;
  readonly state: string;
  readonly priority: number;
  /** Millionths of a percent. */
  readonly percent: Amount;
  readonly orderTax: Money;
  readonly shippingTax: Money;
  readonly taxable: Money;
  readonly isRefund: boolean;
  /** Whether this is the first tax line of its rate on the order, so that the sum counts orders; false for refunds. */
  readonly isFirstOfRate: boolean;
}

/** All facts of one order or refund. The store derives the new-or-returning flag over all rows of the customer. */
export interface FactRows {
  readonly order: OrderFact;
  readonly lines: readonly LineFact[];
  readonly coupons: readonly CouponFact[];
  readonly taxes: readonly TaxFact[];
}
