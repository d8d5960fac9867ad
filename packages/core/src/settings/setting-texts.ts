import type { ShopSettings } from '../commerce/index.ts';

/** Subjects of settings. */
export const settingGroups = ['shop', 'counting', 'tax', 'stock', 'site'] as const;

/** What a setting is called and means. */
export interface SettingText {
  readonly label: string;
  readonly description: string;
  readonly group: (typeof settingGroups)[number];
  /** Unit of a number. */
  readonly unit: string | null;
}

const text = (group: SettingText['group'], label: string, description: string, unit: string | null = null) => ({
  group,
  label,
  description,
  unit,
});

/** The texts of all settings, in the order in which they are shown. */
export const settingTexts: Readonly<Record<keyof ShopSettings, SettingText>> = {
  currency: text('shop', 'Currency', 'The currency of new orders and of reports. Amounts are not converted.'),
  priceDecimals: text('shop', 'Decimals of prices', 'To how many decimals amounts are rounded.', 'decimals'),
  defaultCountry: text('shop', 'Country', 'Where the shop is: a country, or a country and its state, like IT:RM.'),
  timeZone: text('shop', 'Time zone', 'The clock of the shop. Days of reports begin at its midnight.'),
  weekStartsOn: text('shop', 'First day of the week', 'From 0 for Sunday to 6 for Saturday.', 'day of the week'),
  dateType: text('counting', 'Date of an order', 'Which moment of an order decides the day on which it is counted.'),
  excludedStatuses: text('counting', 'Statuses not counted', 'Orders with these statuses are left out of reports.'),
  scheduledImport: text(
    'counting',
    'Count in batches',
    'Orders are counted every twelve hours in place of at once when they change.',
  ),
  pricesIncludeTax: text('tax', 'Prices include tax', 'Whether prices of products are entered with tax.'),
  roundTaxAtSubtotal: text(
    'tax',
    'Round tax at the subtotal',
    'Taxes are rounded once for an order, not for each line.',
  ),
  manageStock: text('stock', 'Manage stock', 'Whether products have quantities in stock.'),
  lowStockAmount: text('stock', 'Low stock', 'A product with this quantity or less is low in stock.', 'units'),
  noStockAmount: text('stock', 'Out of stock', 'A product with this quantity or less is out of stock.', 'units'),
  siteName: text('site', 'Name of the site', 'The name of the shop on its pages and in its mails.'),
  siteDescription: text('site', 'Description of the site', 'One sentence about the shop, for its pages.'),
  frontPage: text(
    'site',
    'Front page',
    'The id of the page at the address of the site; none shows the name of the shop.',
  ),
};
