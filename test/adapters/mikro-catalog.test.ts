import {
  categoryListContract,
  productStoreContract,
  shopSettingsStoreContract,
  taxonomyStoreContract,
} from '@backroom/testing';
import { sql } from 'kysely';
import { databases } from '../support/databases.ts';
import { openStores, type Stores } from '../support/stores.ts';

async function above(stores: Stores, id: number): Promise<readonly number[]> {
  const { rows } = await sql<{ ancestor_id: number }>`
    select ancestor_id from category_closure where category_id = ${id} order by ancestor_id`.execute(
    stores.database.kysely(),
  );
  return rows.map(({ ancestor_id }) => ancestor_id);
}

for (const database of databases) {
  productStoreContract(`MikroProductStore on ${database.name}`, () => openStores(database));
  taxonomyStoreContract(`MikroTaxonomyStore on ${database.name}`, () => openStores(database), above);
  categoryListContract(`MikroTaxonomyStore on ${database.name}`, () => openStores(database));
  shopSettingsStoreContract(`MikroShopSettingsStore on ${database.name}`, () => openStores(database));
}
