import { locationStoreContract } from '../contracts/location-store.contract.ts';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases)
  locationStoreContract(`MikroLocationStore on ${database.name}`, () => openStores(database));
