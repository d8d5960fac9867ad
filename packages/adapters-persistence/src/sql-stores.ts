import type { ShopSettings } from '@backroom/core/commerce';
import { commerceStores } from './commerce-stores.ts';
import { Readiness } from './connection/readiness.ts';
import { connectorStores } from './connector-stores.ts';
import type { Database } from './database.ts';
import { extensionStores } from './extension-stores.ts';
import { overviewStores } from './overview-stores.ts';
import { peopleStores } from './people-stores.ts';
import { stockroomStores } from './stockroom-stores.ts';

/**
 * All stores of an open database, by the names of the core's ports. `decided` sets the shop settings of an installation where
 * the shop has saved none.
 */
export const sqlStoresOf = (database: Database, decided: Partial<ShopSettings> = {}) => {
  const people = peopleStores(database);
  const readiness = new Readiness(database);
  return {
    unitOfWork: database.unitOfWork,
    ...people,
    ...connectorStores(database),
    ...extensionStores(database),
    ...stockroomStores(database),
    ...commerceStores(database, decided),
    ...overviewStores(database),
    probes: {
      database: async () => (await readiness.state()).answers,
      pendingMigrations: async () => (await readiness.state()).pending,
      isStorageFull: () => database.storage.isFull,
      administrator: remembered(() => people.users.hasAdministrator()),
      replicas: () => [],
    },
  };
};

/** Polls until the result is true, then caches it; an error counts as false. */
function remembered(ask: () => Promise<boolean>): () => Promise<boolean> {
  let isSo = false;
  return async () => {
    isSo ||= await ask().catch(() => false);
    return isSo;
  };
}
