import { defaultShopSettings, type ShopSettings } from '@backroom/core/commerce';
import { MikroFactStore } from './analytics/facts/mikro-fact-store.ts';
import { MikroImportLog } from './analytics/facts/mikro-import-log.ts';
import { SqlImportSource } from './analytics/facts/sql-import-source.ts';
import { SqlReportRunner } from './analytics/sql-report-runner.ts';
import type { Database } from './database.ts';
import { MikroOnboardingState } from './repositories/mikro-onboarding-state.ts';
import { MikroPageStore } from './repositories/mikro-page-store.ts';
import { MikroCouponStore } from './stores/commerce/mikro-coupon-store.ts';
import { MikroCustomerStore } from './stores/commerce/mikro-customer-store.ts';
import { MikroDownloadLog } from './stores/commerce/mikro-download-log.ts';
import { MikroOrderStore } from './stores/commerce/mikro-order-store.ts';
import { MikroProductStore } from './stores/commerce/mikro-product-store.ts';
import { MikroRecordLocks } from './stores/commerce/mikro-record-locks.ts';
import { MikroShopSettingsStore } from './stores/commerce/mikro-shop-settings-store.ts';
import { MikroTaxRateStore } from './stores/commerce/mikro-tax-rate-store.ts';
import { MikroTaxonomyStore } from './stores/commerce/mikro-taxonomy-store.ts';

/** Stores of catalogue, orders, facts and reports, by the names of the ports. */
export const commerceStores = (database: Database, decided: Partial<ShopSettings>) => ({
  products: new MikroProductStore(database),
  taxonomy: new MikroTaxonomyStore(database),
  onboardingState: new MikroOnboardingState(database),
  pages: new MikroPageStore(database),
  shopSettings: new MikroShopSettingsStore(database, { ...defaultShopSettings, ...decided }),
  orders: new MikroOrderStore(database),
  customers: new MikroCustomerStore(database),
  coupons: new MikroCouponStore(database),
  taxRates: new MikroTaxRateStore(database),
  recordLocks: new MikroRecordLocks(database),
  downloads: new MikroDownloadLog(database),
  facts: new MikroFactStore(database),
  importSource: new SqlImportSource(database),
  importLog: new MikroImportLog(database),
  reports: new SqlReportRunner(database),
});
