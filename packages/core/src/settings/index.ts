/** The shop's settings: reading and changing. */
export { type SavedSettings, type SettingsPorts, saveSettings } from './save-settings.ts';
export { type SettingType, type ShopSetting, settingTypes } from './setting-list.ts';
export { type SettingText, settingGroups } from './setting-texts.ts';
export { countryForm, settingsRecord, writeSettings } from './shop-settings-record.ts';
export {
  type ChangeShopSettingsInput,
  changeShopSettings,
  readShopSettings,
  recomputeFor,
} from './use-cases/shop-settings.ts';
export {
  listSettings,
  type Recomputation,
  type SettingChange,
  type SettingsReport,
  type UpdateSettingsInput,
  updateSettings,
} from './use-cases/update-settings.ts';
