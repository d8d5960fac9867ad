import type { Amount } from '../kernel/numbers/amount.ts';

export const discountTypes = ['percent', 'fixed_cart', 'fixed_product'] as const;
export type DiscountType = (typeof discountTypes)[number];

export interface Coupon {
  readonly id: number;
  /** Unique, case-insensitive. */
  readonly code: string;
  readonly discountType: DiscountType;
  /** A percentage or an amount of money, depending on `discountType`. */
  readonly amount: Amount;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

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
