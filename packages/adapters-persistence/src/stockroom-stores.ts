import type { Database } from './database.ts';
import { MikroCategoryStore } from './stores/inventory/mikro-category-store.ts';
import { MikroExportStore } from './stores/inventory/mikro-export-store.ts';
import { MikroImportStore } from './stores/inventory/mikro-import-store.ts';
import { MikroItemStore } from './stores/inventory/mikro-item-store.ts';
import { MikroLocationStore } from './stores/inventory/mikro-location-store.ts';
import { MikroOperationLedger } from './stores/inventory/mikro-operation-ledger.ts';
import { MikroProductLinkStore } from './stores/shop-stock/mikro-product-link-store.ts';
import { MikroReservationStore } from './stores/shop-stock/mikro-reservation-store.ts';
import { MikroStockSyncStore } from './stores/shop-stock/mikro-stock-sync-store.ts';

/** Stores of inventory and of stock movements by orders, by the names of the ports. */
export const stockroomStores = (database: Database) => ({
  items: new MikroItemStore(database),
  categories: new MikroCategoryStore(database),
  locations: new MikroLocationStore(database),
  ledger: new MikroOperationLedger(database),
  exports: new MikroExportStore(database),
  imports: new MikroImportStore(database),
  productLinks: new MikroProductLinkStore(database),
  reservations: new MikroReservationStore(database),
  stockSync: new MikroStockSyncStore(database),
});
