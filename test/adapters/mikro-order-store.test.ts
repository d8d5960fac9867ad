import { orderStoreContract } from '@backroom/testing';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases) orderStoreContract(`MikroOrderStore on ${database.name}`, () => openStores(database));
