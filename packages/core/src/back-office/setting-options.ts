import type { ShopSettings } from '../commerce/index.ts';
import type { SentRecord } from '../kernel/records/collection.ts';
import { settingsRecord } from '../settings/index.ts';
import type { OptionValues } from './ports.ts';

/** An option that is another name of a setting of the shop, whose only place is the settings. */
interface SettingOption {
  /** The setting, as files name it. */
  readonly member: string;
  /** What the setting is when the option is this. */
  toSetting(value: unknown): unknown;
  /** What the option is when the setting is this; false where nothing was decided, as options are. */
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

/** Every option that says the same as a setting. */
const settingOptions: ReadonlyMap<string, SettingOption> = new Map([
  ['shop_currency', same('currency')],
  ['shop_date_type', same('date_type')],
  ['shop_default_country', same('default_country')],
  ['shop_manage_stock', yesNo('manage_stock')],
  ['shop_price_num_decimals', same('price_decimals')],
]);

/** Options parted by where they are kept: as settings of the shop, or under their own names. */
export interface PartedOptions {
  readonly settings: OptionValues;
  readonly own: OptionValues;
}

/** Whether the settings of the shop say what this option is. */
export const isSetting = (name: string): boolean => settingOptions.has(name);

/** Parts options by where they are kept. */
export function partedOptions(values: OptionValues): PartedOptions {
  const entries = [...values];
  return {
    settings: new Map(entries.filter(([name]) => isSetting(name))),
    own: new Map(entries.filter(([name]) => !isSetting(name))),
  };
}

/** The settings that follow from these options, as a record. */
export const recordOfOptions = (values: OptionValues): SentRecord =>
  Object.fromEntries(
    [...values].flatMap(([name, value]) => {
      const option = settingOptions.get(name);
      return option ? [[option.member, option.toSetting(value)]] : [];
    }),
  );

/** What options of these names are under such settings. */
export function optionsIn(settings: ShopSettings, names: Iterable<string>): OptionValues {
  const record = settingsRecord(settings).write(settings) as SentRecord;
  return new Map(
    [...names].flatMap((name) => {
      const option = settingOptions.get(name);
      return option ? [[name, option.toOption(record[option.member])] as const] : [];
    }),
  );
}
