import { reservationStoreContract } from '@backroom/testing';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases) {
  reservationStoreContract(`MikroReservationStore on ${database.name}`, () => openStores(database));
}
