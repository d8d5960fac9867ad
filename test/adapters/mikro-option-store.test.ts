import { optionStoreContract } from '../contracts/option-store.contract.ts';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases)
  optionStoreContract(`MikroOptionStore on ${database.name}`, () => openStores(database));
