import type { Amount } from '../kernel/amount.ts';

/** How a coupon counts. */
export const discountTypes = ['percent', 'fixed_cart', 'fixed_product'] as const;
/** One of the ways in which a coupon counts. */
export type DiscountType = (typeof discountTypes)[number];

/** A promise of a lower price. */
export interface Coupon {
  readonly id: number;
  /** Unique, whatever the case. */
  readonly code: string;
  readonly discountType: DiscountType;
  /** Percent, or an amount of money. */
  readonly amount: Amount;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

/** A tax that is charged somewhere. */
export interface TaxRate {
  readonly id: number;
  readonly country: string;
  readonly state: string;
  /** Millionths of a percent. */
  readonly percent: Amount;
  readonly name: string;
  readonly priority: number;
  readonly compound: boolean;
  readonly shipping: boolean;
}
