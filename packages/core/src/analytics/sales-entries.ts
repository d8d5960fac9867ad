import type { Amount } from '../kernel/numbers/amount.ts';
import type { Money, Quantity } from '../kernel/numbers/decimal.ts';
import type { LocalTime } from './facts/facts.ts';

/** Sales of a product (docs/spec/analytics.md 5.5). */
export interface ProductReportEntry {
  readonly productId: number;
  readonly items: number;
  readonly net: Money;
  readonly orders: number;
  /** Only on request; null if the product is deleted. */
  readonly more?: ProductReportMore | null;
  /** Last name under which a deleted product was sold. */
  readonly soldAs?: string;
}

/** Extended information of a product. */
export interface ProductReportMore extends SaleableMore {
  readonly managesStock: boolean;
  readonly categoryIds: readonly number[];
  /** Undefined unless the product has variations. */
  readonly variations: readonly number[] | undefined;
}

/** Extended information common to products and variations. */
export interface SaleableMore {
  readonly name: string;
  readonly sku: string;
  readonly price: Amount;
  readonly image: string;
  /** An address of its own in place of that of the public page; null without one. */
  readonly permalink: string | null;
  /** Of the public page of the product. */
  readonly slug: string | null;
  readonly stockStatus: string;
  /** Null if stock is not managed. */
  readonly quantity: Quantity | null;
  readonly lowStockAmount: Quantity;
}

/** Sales of a variation (docs/spec/analytics.md 5.7). */
export interface VariationReportEntry {
  readonly productId: number;
  readonly variationId: number;
  readonly items: number;
  readonly net: Money;
  readonly orders: number;
  /** Only on request; null if the variation is deleted. */
  readonly more?: VariationReportMore | null;
  /** Last name under which a deleted variation was sold. */
  readonly soldAs?: string;
}

/** Extended information of a variation. */
export interface VariationReportMore extends SaleableMore {
  readonly attributes: readonly { readonly id: number; readonly name: string; readonly option: string }[];
}

/** Sales of a category (docs/spec/analytics.md 5.9). */
export interface CategoryReportEntry {
  readonly categoryId: number;
  /** Null if deleted. */
  readonly name: string | null;
  readonly items: number;
  readonly net: Money;
  readonly orders: number;
  readonly products: number;
  readonly isExtended: boolean;
}

/** Discounts of a coupon (docs/spec/analytics.md 5.11). */
export interface CouponReportEntry {
  readonly couponId: number;
  readonly amount: Money;
  readonly orders: number;
  /** Null if deleted; times in UTC and in the shop's local time. */
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

/** Taxes of a tax rate (docs/spec/analytics.md 5.10). */
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
