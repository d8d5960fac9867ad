/** What the shop has decided, read and changed. */
export { type SavedSettings, type SettingsPorts, saveSettings } from './save-settings.ts';
export { countryForm, settingsRecord } from './shop-settings-record.ts';
export {
  type ChangeShopSettingsInput,
  changeShopSettings,
  makeAnew,
  readShopSettings,
} from './use-cases/shop-settings.ts';
