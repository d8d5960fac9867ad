import {
  type DateType,
  dateTypes,
  defaultShopSettings,
  type OrderStatus,
  orderStatuses,
  type ShopSettings,
} from '../commerce/index.ts';
import type { FieldProblem } from '../kernel/errors.ts';
import type { SentRecord } from '../kernel/records/collection.ts';
import {
  choice,
  currency,
  defaulted,
  flag,
  hooked,
  idOrNone,
  listOrNone,
  optional,
  recordOf,
  type SchemaOf,
  text,
  textLike,
  whole,
} from '../kernel/records/values.ts';
import { writeRecord } from '../kernel/records/write-record.ts';
import { createZone } from '../kernel/zone.ts';

const zoneFault: FieldProblem = {
  path: [],
  code: 'invalid_format',
  message: 'It must be a time zone like Europe/Berlin or +02:00.',
};

/** An IANA time zone, or a fixed offset. */
const timeZone = hooked(text(100), { faultsOf: (name: string) => (isZone(name) ? [] : [zoneFault]) });

function isZone(name: string): boolean {
  try {
    createZone(name);
    return true;
  } catch {
    return false;
  }
}

const statuses = hooked(listOrNone(choice(orderStatuses), 100), {
  after: (list: readonly OrderStatus[]) => [...new Set(list)],
});

/** A country (ISO 3166-1), optionally with a state: `IT:RM`. */
export const countryForm = /^[A-Z]{2}(?::[A-Z0-9-]{1,10})?$/;

const initial = defaultShopSettings;

/** The record of the shop settings; absent members are those of a new shop. */
export const settingsRecord: SchemaOf<ShopSettings> = recordOf<ShopSettings>('ShopSettings', {
  time_zone: defaulted(timeZone, initial.timeZone),
  week_starts_on: defaulted(whole(0, 6), initial.weekStartsOn),
  currency: defaulted(currency, initial.currency),
  price_decimals: defaulted(whole(0, 4), initial.priceDecimals),
  prices_include_tax: defaulted(flag, initial.pricesIncludeTax),
  date_type: defaulted<DateType>(choice(dateTypes), initial.dateType),
  excluded_statuses: { ...statuses, standIn: initial.excludedStatuses },
  low_stock_amount: defaulted(whole(0, 1_000_000_000), initial.lowStockAmount),
  no_stock_amount: defaulted(whole(0, 1_000_000_000), initial.noStockAmount),
  manage_stock: defaulted(flag, initial.manageStock),
  round_tax_at_subtotal: defaulted(flag, initial.roundTaxAtSubtotal),
  scheduled_import: defaulted(flag, initial.scheduledImport),
  default_country: optional(textLike(countryForm, 'It must be a country like IT or IT:RM.', 13)),
  site_name: optional(text()),
  site_description: optional(text(10_000)),
  front_page: idOrNone,
});

/** The shop settings as a record. */
export const writeSettings = (settings: ShopSettings): SentRecord => writeRecord(settingsRecord, settings);
