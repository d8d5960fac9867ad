import { extensionQueueContract } from '@backroom/testing';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases)
  extensionQueueContract(`MikroExtensionQueue on ${database.name}`, () => openStores(database));
