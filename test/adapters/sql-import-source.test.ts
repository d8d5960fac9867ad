import { importSourceContract } from '../contracts/import-source.contract.ts';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases) {
  importSourceContract(`SqlImportSource on ${database.name}`, () => openStores(database));
}
