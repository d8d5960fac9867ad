import type { Money, Quantity } from '../kernel/numbers/decimal.ts';
import type { LocalTime } from './facts/facts.ts';

/** One row of the orders report (docs/spec/analytics.md 5.4). */
export interface OrderReportEntry {
  readonly orderId: number;
  /** The refunded order; 0 for an order. */
  readonly parentId: number;
  /** For a refund, the number of its order; null if that is deleted. */
  readonly number: string | null;
  /** Local time by the shop's date type. */
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
  /** Only on request. */
  readonly more?: OrderReportMore;
}

/** Extended information of an order. */
export interface OrderReportMore {
  readonly products: readonly SoldProduct[];
  readonly coupons: readonly { readonly id: number; readonly code: string }[];
  /** Undefined if the customer is deleted. */
  readonly customer: ReportCustomer | undefined;
  readonly source: { readonly type: string; readonly name: string | null } | undefined;
}

/** A product or variation on an order. */
export interface SoldProduct {
  readonly id: number;
  /** Null if deleted. */
  readonly name: string | null;
  /** The name on the line. */
  readonly soldAs: string | null;
  readonly quantity: number;
}

/** A customer in reports; times are local times of the shop. */
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

/** One row of the stock report (docs/spec/analytics.md 5.12). */
export interface StockReportEntry {
  readonly id: number;
  /** 0 unless it is a variation. */
  readonly parentId: number;
  readonly name: string;
  readonly sku: string;
  readonly stockStatus: string;
  /** 0 if stock is not managed. */
  readonly quantity: Quantity;
  readonly managesStock: boolean;
  readonly usesParentStock: boolean;
  /** Threshold of the product, else of the shop. */
  readonly lowStockAmount: Quantity;
}

/** Counts of products and variations (docs/spec/analytics.md 5.13). */
export interface StockCounts {
  readonly products: number;
  readonly lowstock: number;
  readonly instock: number;
  readonly outofstock: number;
  readonly onbackorder: number;
}

/** One row of the downloads report (docs/spec/analytics.md 5.14). */
export interface DownloadReportEntry {
  readonly id: number;
  readonly productId: number;
  readonly orderId: number;
  /** Null if the order is deleted. */
  readonly orderNumber: string | null;
  readonly userId: number | null;
  readonly username: string | null;
  readonly fileId: string;
  /** Current file of the product; empty if it has been removed. */
  readonly file: string;
  readonly at: LocalTime;
  readonly atUtc: LocalTime;
  readonly ipAddress: string;
}

/** One row of the customers report (docs/spec/analytics.md 5.15). */
export interface CustomerReportEntry extends Omit<ReportCustomer, 'registered' | 'lastActive'> {
  readonly registered: LocalTime | null;
  readonly registeredUtc: LocalTime | null;
  readonly lastActive: LocalTime | null;
  readonly lastActiveUtc: LocalTime | null;
  readonly lastOrder: LocalTime | null;
  readonly orders: number;
  readonly spend: Money;
}

/** Customer totals (docs/spec/analytics.md 5.16). */
export interface CustomerStats {
  readonly customers: number;
  /** Customers with orders. */
  readonly buyers: number;
  readonly orders: number;
  readonly spend: Money;
  /** Sum of the customers' average order values. */
  readonly averages: Money;
}
