import { idempotencyStoreContract } from '@backroom/testing';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases)
  idempotencyStoreContract(`MikroIdempotencyStore on ${database.name}`, () => openStores(database));
