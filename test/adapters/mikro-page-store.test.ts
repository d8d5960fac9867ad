import { contentPageStoreContract } from '../contracts/content-page-store.contract.ts';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases)
  contentPageStoreContract(`MikroPageStore on ${database.name}`, () => openStores(database));
