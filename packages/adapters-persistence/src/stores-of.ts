import type { ShopSettings } from '@backroom/core';
import { commerceStores } from './commerce-stores.ts';
import type { Database } from './database.ts';
import { peopleStores } from './people-stores.ts';
import { Readiness } from './readiness.ts';
import { stockroomStores } from './stockroom-stores.ts';

/**
 * Everything that an open database keeps for the core, by the names of its ports; of a shop that has saved no settings the
 * installation can decide some.
 */
export const storesOf = (database: Database, decided: Partial<ShopSettings> = {}) => {
  const people = peopleStores(database);
  const readiness = new Readiness(database);
  return {
    unitOfWork: database.unitOfWork,
    ...people,
    ...stockroomStores(database),
    ...commerceStores(database, decided),
    probes: {
      database: async () => (await readiness.state()).answers,
      pendingMigrations: async () => (await readiness.state()).pending,
      isStorageFull: () => database.storage.isFull,
      administrator: remembered(() => people.users.hasAdministrator()),
      replicas: () => [],
    },
  };
};

/** Asks until the answer is yes, then never again; a question that fails counts as no. */
function remembered(ask: () => Promise<boolean>): () => Promise<boolean> {
  let isSo = false;
  return async () => {
    isSo ||= await ask().catch(() => false);
    return isSo;
  };
}

/** What `storesOf` gives. */
export type Stores = ReturnType<typeof storesOf>;
