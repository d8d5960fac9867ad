import { commerceStores } from './commerce-stores.ts';
import type { Database } from './database.ts';
import { peopleStores } from './people-stores.ts';
import { stockroomStores } from './stockroom-stores.ts';

/** Everything that an open database keeps for the core, by the names of its ports. */
export const storesOf = (database: Database) => ({
  unitOfWork: database.unitOfWork,
  ...peopleStores(database),
  ...stockroomStores(database),
  ...commerceStores(database),
  probes: { database: () => database.answers(), pendingMigrations: () => database.pendingMigrations() },
});

/** What `storesOf` gives. */
export type Stores = ReturnType<typeof storesOf>;
