import { operationLedgerContract, operationListsContract } from '@backroom/testing';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases) {
  operationLedgerContract(`MikroOperationLedger on ${database.name}`, () => openStores(database));
  operationListsContract(`MikroOperationLedger on ${database.name}`, () => openStores(database));
}
