import { mailLogContract } from '../contracts/mail-log.contract.ts';
import { phonePairingStoreContract } from '../contracts/phone-pairing-store.contract.ts';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases) {
  mailLogContract(`MikroMailLog on ${database.name}`, () => openStores(database));
  phonePairingStoreContract(`MikroPhonePairingStore on ${database.name}`, () => openStores(database));
}
