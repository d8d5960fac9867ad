import { customerStoreContract } from '../contracts/customer-store.contract.ts';
import { couponStoreContract, downloadLogContract, taxRateStoreContract } from '../contracts/sales-records.contract.ts';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases) {
  customerStoreContract(`MikroCustomerStore on ${database.name}`, () => openStores(database));
  couponStoreContract(`MikroCouponStore on ${database.name}`, () => openStores(database));
  taxRateStoreContract(`MikroTaxRateStore on ${database.name}`, () => openStores(database));
  downloadLogContract(`MikroDownloadLog on ${database.name}`, () => openStores(database));
}
