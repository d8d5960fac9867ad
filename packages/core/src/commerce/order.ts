import type { Amount } from '../kernel/amount.ts';

/** The statuses an order can be in. */
export const orderStatuses = [
  'trash',
  'pending',
  'processing',
  'on-hold',
  'completed',
  'cancelled',
  'refunded',
  'failed',
  'checkout-draft',
] as const;
/** One of the statuses of an order. */
export type OrderStatus = (typeof orderStatuses)[number];

/** Tax by the id of its rate; a rate that stands there with null was not applied. */
export type Taxes = Readonly<Record<string, Amount | null>>;

/** Where the buyer lives. */
export interface BillingAddress {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly country: string;
  readonly state: string;
  readonly city: string;
  readonly postcode: string;
}

/** One product on an order; amounts are net of tax. */
export interface OrderLine {
  readonly id: number;
  readonly productId: number;
  /** 0 for none. */
  readonly variationId: number;
  readonly name: string;
  /** A whole number; negative on refunds. */
  readonly quantity: number;
  /** Before discounts. */
  readonly subtotal: Amount;
  /** After discounts. */
  readonly total: Amount;
  readonly taxes: Taxes;
  /** What the buyer chose: key → slug of a term, or text. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** A line of a refund, and the line of the order that it gives back. */
export interface RefundLine extends OrderLine {
  readonly refundedLineId: number | null;
}

/** Shipping or a fee; the total is net of tax. */
export interface ChargeLine {
  readonly id: number;
  readonly title: string;
  readonly total: Amount;
  readonly taxes: Taxes;
}

/** A coupon as it was used: it stays what it was when the coupon changes. */
export interface CouponLine {
  readonly id: number;
  readonly code: string;
  readonly couponId: number | null;
  readonly discount: Amount;
  readonly discountTax: Amount;
}

/** A tax as it was charged: it stays what it was when the rate changes. */
export interface TaxLine {
  readonly id: number;
  readonly rateId: number;
  readonly rateCode: string;
  readonly label: string;
  /** Millionths of a percent. */
  readonly percent: Amount;
  readonly compound: boolean;
  readonly country: string;
  readonly state: string;
  readonly priority: number;
  /** On items and fees. */
  readonly taxTotal: Amount;
  readonly shippingTaxTotal: Amount;
}

/** Where a buyer came from. */
export interface OrderSource {
  readonly type: string;
  readonly name: string | null;
}

/** An order, with everything that was bought at the prices of that day. */
export interface Order {
  readonly id: number;
  /** Null where it is the id. */
  readonly number: string | null;
  readonly status: OrderStatus;
  readonly currency: string;
  /** Null before one was found or made. */
  readonly customerId: number | null;
  /** The buyer's number in the shop that keeps the orders. */
  readonly userId: number | null;
  readonly billing: BillingAddress;
  readonly shipping: Pick<BillingAddress, 'firstName' | 'lastName'> | null;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly completedAt: Date | null;
  readonly modifiedAt: Date;
  readonly total: Amount;
  /** All tax, that on shipping included. */
  readonly totalTax: Amount;
  /** Net. */
  readonly shippingTotal: Amount;
  /** The part of `totalTax` on shipping. */
  readonly shippingTax: Amount;
  /** Net. */
  readonly discountTotal: Amount;
  readonly lines: readonly OrderLine[];
  readonly shippingLines: readonly ChargeLine[];
  readonly feeLines: readonly ChargeLine[];
  readonly couponLines: readonly CouponLine[];
  readonly taxLines: readonly TaxLine[];
  readonly source: OrderSource | null;
  /** Made to try the shop out: it is kept and never counted. */
  readonly test: boolean;
}

/** Whether a refund gives back all that was left. */
export const refundKinds = ['full', 'partial'] as const;
/** All that was left, or less. */
export type RefundKind = (typeof refundKinds)[number];

/** Money given back for an order; its amounts are zero or negative, `amount` alone is positive. */
export interface Refund {
  readonly id: number;
  readonly orderId: number;
  readonly amount: Amount;
  readonly reason: string | null;
  readonly createdAt: Date;
  readonly kind: RefundKind;
  /** −amount. */
  readonly total: Amount;
  /** All tax, that on shipping included. */
  readonly totalTax: Amount;
  /** Net. */
  readonly shippingTotal: Amount;
  /** Whether what was given back goes back on the shelf. */
  readonly restock: boolean;
  readonly lines: readonly RefundLine[];
  readonly shippingLines: readonly ChargeLine[];
  readonly feeLines: readonly ChargeLine[];
  readonly taxLines: readonly TaxLine[];
}

/** Something that was downloaded. */
export interface Download {
  readonly id: number;
  readonly permissionId: number;
  readonly productId: number;
  readonly orderId: number;
  readonly userId: number | null;
  readonly fileId: string;
  readonly at: Date;
  readonly ipAddress: string;
}
