import { extensionStoreContract } from '@backroom/testing';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases)
  extensionStoreContract(`MikroExtensionStore on ${database.name}`, () => openStores(database));
