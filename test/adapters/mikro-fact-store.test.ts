import { factStoreContract } from '../contracts/fact-store.contract.ts';
import { databases } from '../support/databases.ts';
import { openFacts } from '../support/fact-stores.ts';

for (const database of databases) {
  factStoreContract(`MikroFactStore on ${database.name}`, () => openFacts(database));
}
