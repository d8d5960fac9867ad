import type { ShopSettings } from '../commerce/index.ts';
import type { SentRecord } from '../kernel/records/collection.ts';
import { writeSettings } from '../settings/index.ts';
import type { OptionValues } from './ports.ts';

/** An option that mirrors a shop setting and is stored there only. */
interface SettingOption {
  /** The setting's name in records. */
  readonly member: string;
  /** Converts an option to the setting. */
  toSetting(value: unknown): unknown;
  /** Converts the setting to an option; false if it is not set. */
  toOption(value: unknown): unknown;
}

const same = (member: string): SettingOption => ({
  member,
  toSetting: (value) => value,
  toOption: (value) => value ?? false,
});
const yesNo = (member: string): SettingOption => ({
  member,
  toSetting: (value) => value === 'yes',
  toOption: (value) => (value === true ? 'yes' : 'no'),
});

/** The options that mirror settings. */
const settingOptions: ReadonlyMap<string, SettingOption> = new Map([
  ['shop_currency', same('currency')],
  ['shop_date_type', same('date_type')],
  ['shop_default_country', same('default_country')],
  ['shop_manage_stock', yesNo('manage_stock')],
  ['shop_price_num_decimals', same('price_decimals')],
]);

/** Options by storage: shop settings, or options of their own. */
export interface PartedOptions {
  readonly settings: OptionValues;
  readonly own: OptionValues;
}

/** Whether an option mirrors a shop setting. */
export const isSetting = (name: string): boolean => settingOptions.has(name);

/** Splits options by storage. */
export function partedOptions(values: OptionValues): PartedOptions {
  const entries = [...values];
  return {
    settings: new Map(entries.filter(([name]) => isSetting(name))),
    own: new Map(entries.filter(([name]) => !isSetting(name))),
  };
}

/** Converts options to a record of settings. */
export const recordOfOptions = (values: OptionValues): SentRecord =>
  Object.fromEntries(
    [...values].flatMap(([name, value]) => {
      const option = settingOptions.get(name);
      return option ? [[option.member, option.toSetting(value)]] : [];
    }),
  );

/** Converts settings to the options of these names. */
export function optionsIn(settings: ShopSettings, names: Iterable<string>): OptionValues {
  const record = writeSettings(settings);
  return new Map(
    [...names].flatMap((name) => {
      const option = settingOptions.get(name);
      return option ? [[name, option.toOption(record[option.member])] as const] : [];
    }),
  );
}
