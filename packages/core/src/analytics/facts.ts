import { type OrderStatus, orderStatuses } from '../commerce/index.ts';
import type { Amount } from '../kernel/amount.ts';
import type { Money } from '../kernel/decimal.ts';

/**
 * A moment on the clock of the shop, without zone: `2025-03-30 23:59:59`. Computed once when the fact is written, because
 * every bucket and every filter works on the local clock.
 */
export type LocalTime = string;
/** A day on the calendar of the shop: `2025-03-30`. */
export type LocalDay = string;

/** What the status of a row can be asked for by. */
export const askedStatuses = ['any', ...orderStatuses] as const;

/** When an order row counts, for each of the three dates; a refund has its own creation everywhere. */
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
  /** Of a refund: its order's. */
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
  /** The line's id; of a full refund without lines the parent line's. */
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
  /** Whether it is the first line of its order with this product (variation): their sum counts orders; never on refunds. */
  readonly isFirstOfProduct: boolean;
  readonly isFirstOfVariation: boolean;
  /** What the buyer chose; empty on the lines of a full refund without lines, so that no attribute filter matches. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** One coupon of an order (docs/spec/analytics.md 2.2); refunds have none. */
export interface CouponFact {
  readonly orderId: number;
  /** −1, −2 … within the order for coupons nobody knows. */
  readonly couponId: number;
  readonly code: string;
  readonly amount: Money;
}

/** One tax line of an order or refund with what the rate was then (docs/spec/analytics.md 2.2). */
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
  /** Whether it is the first of its rate on the order: their sum counts orders; never on refunds. */
  readonly isFirstOfRate: boolean;
}

/** Everything that reports know of one order or refund. Customers' part (new or returning) is computed by the store over all their rows. */
export interface FactRows {
  readonly order: OrderFact;
  readonly lines: readonly LineFact[];
  readonly coupons: readonly CouponFact[];
  readonly taxes: readonly TaxFact[];
}
