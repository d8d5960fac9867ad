import { licenceLedgerContract, marketConnectionStoreContract } from '@backroom/testing';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases) {
  licenceLedgerContract(`MikroLicenceLedger on ${database.name}`, () => openStores(database));
  marketConnectionStoreContract(`MikroMarketConnection on ${database.name}`, () => openStores(database));
}
