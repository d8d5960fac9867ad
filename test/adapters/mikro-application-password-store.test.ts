import { applicationPasswordStoreContract } from '../contracts/application-password-store.contract.ts';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases)
  applicationPasswordStoreContract(`MikroApplicationPasswordStore on ${database.name}`, () => openStores(database));
