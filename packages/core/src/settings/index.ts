/** The shop's settings: reading and changing. */
export { type SavedSettings, type SettingsPorts, saveSettings } from './save-settings.ts';
export { countryForm, settingsRecord, writeSettings } from './shop-settings-record.ts';
export {
  type ChangeShopSettingsInput,
  changeShopSettings,
  readShopSettings,
  recomputeFor,
} from './use-cases/shop-settings.ts';
