import {
  connectorErrorStoreContract,
  connectorNonceStoreContract,
  connectorPairingStoreContract,
} from '@backroom/testing';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases) {
  connectorPairingStoreContract(`MikroConnectorPairing on ${database.name}`, () => openStores(database));
  connectorNonceStoreContract(`MikroConnectorNonces on ${database.name}`, () => openStores(database));
  connectorErrorStoreContract(`MikroConnectorErrors on ${database.name}`, () => openStores(database));
}
