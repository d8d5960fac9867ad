import {
  couponStoreContract,
  customerStoreContract,
  downloadLogContract,
  recordLocksContract,
  taxRateStoreContract,
} from '@backroom/testing';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases) {
  customerStoreContract(`MikroCustomerStore on ${database.name}`, () => openStores(database));
  couponStoreContract(`MikroCouponStore on ${database.name}`, () => openStores(database));
  taxRateStoreContract(`MikroTaxRateStore on ${database.name}`, () => openStores(database));
  recordLocksContract(`MikroRecordLocks on ${database.name}`, () => openStores(database));
  downloadLogContract(`MikroDownloadLog on ${database.name}`, () => openStores(database));
}
