import { userStoreContract, userStoreDirectoryContract } from '@backroom/testing';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases) {
  userStoreContract(`MikroUserStore on ${database.name}`, () => openStores(database));
  userStoreDirectoryContract(`MikroUserStore on ${database.name}`, () => openStores(database));
}
