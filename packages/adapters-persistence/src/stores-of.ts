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
export const storesOf = (database: Database, decided: Partial<ShopSettings> = {}) => ({
  unitOfWork: database.unitOfWork,
  ...peopleStores(database),
  ...stockroomStores(database),
  ...commerceStores(database, decided),
  probes: probesOf(new Readiness(database)),
});

const probesOf = (readiness: Readiness) => ({
  database: async () => (await readiness.state()).answers,
  pendingMigrations: async () => (await readiness.state()).pending,
  replicas: () => [],
});

/** What `storesOf` gives. */
export type Stores = ReturnType<typeof storesOf>;
