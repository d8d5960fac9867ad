import type { OrderStatus } from './order.ts';

/** Which date of an order its numbers belong to. */
export const dateTypes = ['date_paid', 'date_created', 'date_completed'] as const;
/** The date by which an order is counted. */
export type DateType = (typeof dateTypes)[number];

/** What the shop decides about time, money and stock. */
export interface ShopSettings {
  /** IANA name, or a fixed offset like `+02:00`. */
  readonly timeZone: string;
  /** 0 is Sunday. */
  readonly weekStartsOn: number;
  /** ISO 4217. */
  readonly currency: string;
  /** 0 to 4. */
  readonly priceDecimals: number;
  readonly pricesIncludeTax: boolean;
  readonly dateType: DateType;
  /** Orders in these do not count; `trash` and `checkout-draft` never do. */
  readonly excludedStatuses: readonly OrderStatus[];
  readonly lowStockAmount: number;
  readonly noStockAmount: number;
  readonly manageStock: boolean;
  readonly roundTaxAtSubtotal: boolean;
  readonly scheduledImport: boolean;
  /** Where the shop is: `IT`, or `IT:RM` with a part of the country. */
  readonly defaultCountry: string | null;
  readonly siteName: string | null;
  readonly siteDescription: string | null;
}

/** The settings of a shop that has decided nothing. */
export const defaultShopSettings: ShopSettings = {
  timeZone: 'UTC',
  weekStartsOn: 1,
  currency: 'USD',
  priceDecimals: 2,
  pricesIncludeTax: false,
  dateType: 'date_paid',
  excludedStatuses: ['pending', 'failed', 'cancelled'],
  lowStockAmount: 2,
  noStockAmount: 0,
  manageStock: true,
  roundTaxAtSubtotal: false,
  scheduledImport: false,
  defaultCountry: null,
  siteName: null,
  siteDescription: null,
};
