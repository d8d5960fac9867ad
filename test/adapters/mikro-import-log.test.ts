import { importLogContract } from '@backroom/testing';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases) {
  importLogContract(`MikroImportLog on ${database.name}`, () => openStores(database));
}
