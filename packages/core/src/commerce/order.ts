import type { Amount } from '../kernel/numbers/amount.ts';

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
export type OrderStatus = (typeof orderStatuses)[number];

/** Tax amount by rate id; null: the rate was not applied. */
export type Taxes = Readonly<Record<string, Amount | null>>;

export interface BillingAddress {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly country: string;
  readonly state: string;
  readonly city: string;
  readonly postcode: string;
}

/** Order line of one product; amounts are net of tax. */
export interface OrderLine {
  readonly id: number;
  readonly productId: number;
  /** 0 for none. */
  readonly variationId: number;
  readonly name: string;
  /** Integer; negative on refunds. */
  readonly quantity: number;
  /** Before discounts. */
  readonly subtotal: Amount;
  /** After discounts. */
  readonly total: Amount;
  readonly taxes: Taxes;
  /** Attributes chosen by the buyer: key → slug of a term, or text. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Refund line with the id of the refunded order line. */
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

/** Coupon as applied to the order; later changes of the coupon do not affect it. */
export interface CouponLine {
  readonly id: number;
  readonly code: string;
  readonly couponId: number | null;
  readonly discount: Amount;
  readonly discountTax: Amount;
}

/** Tax as charged; later changes of the rate do not affect it. */
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

/** Attribution of an order: the channel through which the buyer came. */
export interface OrderSource {
  readonly type: string;
  readonly name: string | null;
}

/** An order with its lines at the prices of the time of purchase. */
export interface Order {
  readonly id: number;
  /** Null if equal to the id. */
  readonly number: string | null;
  readonly status: OrderStatus;
  readonly currency: string;
  /** Null until a customer is found or created. */
  readonly customerId: number | null;
  /** Id of the buyer's account in the external shop. */
  readonly userId: number | null;
  readonly billing: BillingAddress;
  readonly shipping: Pick<BillingAddress, 'firstName' | 'lastName'> | null;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly completedAt: Date | null;
  readonly modifiedAt: Date;
  readonly total: Amount;
  /** Total tax, including tax on shipping. */
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
  /** Test order: stored, but excluded from reports and stock. */
  readonly test: boolean;
}

export const refundKinds = ['full', 'partial'] as const;
/** `full` refunds the whole remainder of the order. */
export type RefundKind = (typeof refundKinds)[number];

/** A refund of an order; all amounts are zero or negative except `amount`, which is positive. */
export interface Refund {
  readonly id: number;
  readonly orderId: number;
  readonly amount: Amount;
  readonly reason: string | null;
  readonly createdAt: Date;
  readonly kind: RefundKind;
  /** −amount. */
  readonly total: Amount;
  /** Total tax, including tax on shipping. */
  readonly totalTax: Amount;
  /** Net. */
  readonly shippingTotal: Amount;
  /** Whether the refunded quantities are returned to stock. */
  readonly restock: boolean;
  readonly lines: readonly RefundLine[];
  readonly shippingLines: readonly ChargeLine[];
  readonly feeLines: readonly ChargeLine[];
  readonly taxLines: readonly TaxLine[];
}

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
