import { signInLinkStoreContract } from '../contracts/sign-in-link-store.contract.ts';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases)
  signInLinkStoreContract(`MikroSignInLinkStore on ${database.name}`, () => openStores(database));
