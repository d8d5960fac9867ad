import { type DateType, dateTypes, orderStatuses, type ShopSettings } from '../commerce/index.ts';
import { type Codec, defaulted, INVALID, optional } from '../kernel/records/codec.ts';
import { listOrNone, recordOf } from '../kernel/records/shapes.ts';
import { choice, currency, flag, idOrNone, text, textLike, whole } from '../kernel/records/values.ts';
import { createZone } from '../kernel/zone.ts';

/** An IANA time zone, or a fixed offset. */
const timeZone: Codec<string> = {
  ...text(100),
  read(raw, reading) {
    const name = text(100).read(raw, reading);
    return name === INVALID || isZone(name)
      ? name
      : reading.fail('invalid_format', 'It must be a time zone like Europe/Berlin or +02:00.');
  },
};

function isZone(name: string): boolean {
  try {
    createZone(name);
    return true;
  } catch {
    return false;
  }
}

/** A country (ISO 3166-1), optionally with a state: `IT:RM`. */
export const countryForm = /^[A-Z]{2}(?::[A-Z0-9-]{1,10})?$/;

/** The codec of the shop settings; absent members default to those of `before`. */
export const settingsRecord = (before: ShopSettings): Codec<ShopSettings> =>
  recordOf<ShopSettings>('ShopSettings', {
    time_zone: defaulted(timeZone, before.timeZone),
    week_starts_on: defaulted(whole(0, 6), before.weekStartsOn),
    currency: defaulted(currency, before.currency),
    price_decimals: defaulted(whole(0, 4), before.priceDecimals),
    prices_include_tax: defaulted(flag, before.pricesIncludeTax),
    date_type: defaulted<DateType>(choice(dateTypes), before.dateType),
    excluded_statuses: excluded(before),
    low_stock_amount: defaulted(whole(0, 1_000_000_000), before.lowStockAmount),
    no_stock_amount: defaulted(whole(0, 1_000_000_000), before.noStockAmount),
    manage_stock: defaulted(flag, before.manageStock),
    round_tax_at_subtotal: defaulted(flag, before.roundTaxAtSubtotal),
    scheduled_import: defaulted(flag, before.scheduledImport),
    default_country: optional(textLike(countryForm, 'It must be a country like IT or IT:RM.', 13)),
    site_name: optional(text()),
    site_description: optional(text(10_000)),
    front_page: idOrNone,
  });

/** An empty list clears; an absent one keeps the value. */
const excluded = ({ excludedStatuses }: ShopSettings): Codec<ShopSettings['excludedStatuses']> => {
  const list = listOrNone(choice(orderStatuses), 100);
  return {
    ...list,
    read(raw, reading) {
      if (raw === undefined || raw === null) return excludedStatuses;
      const statuses = list.read(raw, reading);
      return statuses === INVALID ? INVALID : [...new Set(statuses)];
    },
  };
};
