import type { Amount } from '../kernel/amount.ts';
import type { Money, Quantity } from '../kernel/decimal.ts';
import type { LocalTime } from './facts.ts';

/** What a product sold (analytics.md, 5.5). */
export interface ProductReportEntry {
  readonly productId: number;
  readonly items: number;
  readonly net: Money;
  readonly orders: number;
  /** Only where it was asked for; null where the product is gone. */
  readonly more?: ProductReportMore | null;
  /** The name under which a product that is gone was sold last. */
  readonly soldAs?: string;
}

/** What is known of a product beside what it sold. */
export interface ProductReportMore extends SaleableMore {
  readonly managesStock: boolean;
  readonly categoryIds: readonly number[];
  /** Undefined unless it is sold by its variations. */
  readonly variations: readonly number[] | undefined;
}

/** What is known of whatever can be sold. */
export interface SaleableMore {
  readonly name: string;
  readonly sku: string;
  readonly price: Amount;
  readonly image: string;
  readonly permalink: string;
  readonly stockStatus: string;
  /** Null where it is not managed. */
  readonly quantity: Quantity | null;
  readonly lowStockAmount: Quantity;
}

/** What a variation sold (analytics.md, 5.7). */
export interface VariationReportEntry {
  readonly productId: number;
  readonly variationId: number;
  readonly items: number;
  readonly net: Money;
  readonly orders: number;
  /** Only where it was asked for; null where the variation is gone. */
  readonly more?: VariationReportMore | null;
  /** The name under which a variation that is gone was sold last. */
  readonly soldAs?: string;
}

/** What is known of a variation beside what it sold. */
export interface VariationReportMore extends SaleableMore {
  readonly attributes: readonly { readonly id: number; readonly name: string; readonly option: string }[];
}

/** What was sold by a category (analytics.md, 5.9). */
export interface CategoryReportEntry {
  readonly categoryId: number;
  /** Null where it is gone. */
  readonly name: string | null;
  readonly items: number;
  readonly net: Money;
  readonly orders: number;
  readonly products: number;
  readonly isExtended: boolean;
}

/** What a coupon took off (analytics.md, 5.11). */
export interface CouponReportEntry {
  readonly couponId: number;
  readonly amount: Money;
  readonly orders: number;
  /** Null where it is gone; moments in UTC and on the clock of the shop. */
  readonly record: {
    readonly code: string;
    readonly type: string;
    readonly created: LocalTime;
    readonly createdUtc: LocalTime;
    readonly expires: LocalTime | null;
    readonly expiresUtc: LocalTime | null;
  } | null;
  readonly isExtended: boolean;
}

/** What a rate of tax came to (analytics.md, 5.10). */
export interface TaxReportEntry {
  readonly rateId: number;
  readonly name: string;
  /** In millionths of a percent. */
  readonly percent: number;
  readonly country: string;
  readonly state: string;
  readonly priority: number;
  readonly total: Money;
  readonly orderTax: Money;
  readonly shippingTax: Money;
  readonly taxable: Money;
  readonly orders: number;
}
