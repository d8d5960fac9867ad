import { signInAttemptStoreContract } from '../contracts/sign-in-attempt-store.contract.ts';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases)
  signInAttemptStoreContract(`MikroSignInAttempts on ${database.name}`, () => openStores(database));
