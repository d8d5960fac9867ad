import { reservationStoreContract } from '../contracts/reservation-store.contract.ts';
import { databases } from '../support/databases.ts';
import { openStores } from '../support/stores.ts';

for (const database of databases) {
  reservationStoreContract(`MikroReservationStore on ${database.name}`, () => openStores(database));
}
