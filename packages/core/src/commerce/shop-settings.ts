import type { OrderStatus } from './order.ts';

/** Order dates that reports can be based on. */
export const dateTypes = ['date_paid', 'date_created', 'date_completed'] as const;
/** The order date that assigns an order to a reporting period. */
export type DateType = (typeof dateTypes)[number];

/** Shop settings for time, currency, taxes, reports and stock. */
export interface ShopSettings {
  /** IANA name, or a fixed offset such as `+02:00`. */
  readonly timeZone: string;
  /** 0 is Sunday. */
  readonly weekStartsOn: number;
  /** ISO 4217. */
  readonly currency: string;
  /** 0 to 4. */
  readonly priceDecimals: number;
  readonly pricesIncludeTax: boolean;
  readonly dateType: DateType;
  /** Orders with these statuses are excluded from reports; `trash` and `checkout-draft` always are. */
  readonly excludedStatuses: readonly OrderStatus[];
  readonly lowStockAmount: number;
  readonly noStockAmount: number;
  readonly manageStock: boolean;
  readonly roundTaxAtSubtotal: boolean;
  readonly scheduledImport: boolean;
  /** Location of the shop: `IT`, or `IT:RM` with a state or province. */
  readonly defaultCountry: string | null;
  readonly siteName: string | null;
  readonly siteDescription: string | null;
  /** The page shown at the address of the site; null for a plain page with the name of the shop. */
  readonly frontPage: number | null;
}

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
  frontPage: null,
};
