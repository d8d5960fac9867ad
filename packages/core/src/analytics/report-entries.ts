import type { Money, Quantity } from '../kernel/decimal.ts';
import type { LocalTime } from './facts.ts';

/** An order or refund, as its report tells it (docs/spec/analytics.md 5.4). */
export interface OrderReportEntry {
  readonly orderId: number;
  /** 0, or the order of a refund. */
  readonly parentId: number;
  /** Of a refund its order's; null where that is gone. */
  readonly number: string | null;
  /** The moment that counts in this shop. */
  readonly date: LocalTime;
  readonly created: LocalTime;
  readonly createdUtc: LocalTime;
  readonly status: string;
  readonly customerId: number;
  readonly items: number;
  readonly net: Money;
  readonly total: Money;
  readonly currency: string;
  readonly priceDecimals: number;
  readonly isReturning: boolean;
  /** Only where it was asked for. */
  readonly more?: OrderReportMore;
}

/** What an order has beside its numbers. */
export interface OrderReportMore {
  readonly products: readonly SoldProduct[];
  readonly coupons: readonly { readonly id: number; readonly code: string }[];
  /** Undefined where nobody knows them any more. */
  readonly customer: ReportCustomer | undefined;
  readonly source: { readonly type: string; readonly name: string | null } | undefined;
}

/** A product or variation on an order. */
export interface SoldProduct {
  readonly id: number;
  /** Null where it is gone. */
  readonly name: string | null;
  readonly quantity: number;
}

/** A customer as reports know them; moments on the clock of the shop. */
export interface ReportCustomer {
  readonly id: number;
  readonly userId: number | null;
  readonly username: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly country: string | null;
  readonly state: string | null;
  readonly city: string | null;
  readonly postcode: string | null;
  readonly registered: LocalTime | null;
  readonly lastActive: LocalTime | null;
}

/** What there is of a product or variation (docs/spec/analytics.md 5.12). */
export interface StockReportEntry {
  readonly id: number;
  /** 0 unless it is a variation. */
  readonly parentId: number;
  readonly name: string;
  readonly sku: string;
  readonly stockStatus: string;
  /** 0 where it is not managed. */
  readonly quantity: Quantity;
  readonly managesStock: boolean;
  readonly usesParentStock: boolean;
  /** Its own threshold, else the shop's. */
  readonly lowStockAmount: Quantity;
}

/** How many products and variations there are (docs/spec/analytics.md 5.13). */
export interface StockCounts {
  readonly products: number;
  readonly lowstock: number;
  readonly instock: number;
  readonly outofstock: number;
  readonly onbackorder: number;
}

/** Something that was downloaded (docs/spec/analytics.md 5.14). */
export interface DownloadReportEntry {
  readonly id: number;
  readonly productId: number;
  readonly orderId: number;
  /** Null where the order is gone. */
  readonly orderNumber: string | null;
  readonly userId: number | null;
  readonly username: string | null;
  readonly fileId: string;
  /** As the product has it; empty where it has it no more. */
  readonly file: string;
  readonly at: LocalTime;
  readonly atUtc: LocalTime;
  readonly ipAddress: string;
}

/** A customer and what they bought (docs/spec/analytics.md 5.15). */
export interface CustomerReportEntry extends Omit<ReportCustomer, 'registered' | 'lastActive'> {
  readonly registered: LocalTime | null;
  readonly registeredUtc: LocalTime | null;
  readonly lastActive: LocalTime | null;
  readonly lastActiveUtc: LocalTime | null;
  readonly lastOrder: LocalTime | null;
  readonly orders: number;
  readonly spend: Money;
}

/** Customers added up (docs/spec/analytics.md 5.16). */
export interface CustomerStats {
  readonly customers: number;
  /** Of those who bought something. */
  readonly buyers: number;
  readonly orders: number;
  readonly spend: Money;
  /** The sum of the averages of each of them. */
  readonly averages: Money;
}
