import { CountingIds, ManualClock, MemoryJobQueue, MemoryLog, MemoryRateLimiter } from '@backroom/adapters-memory';
import { CommonPasswordList, CsvTables, NodeRandom } from '@backroom/adapters-node';
import { storesOf } from '@backroom/adapters-persistence';
import {
  type Actor,
  type Core,
  type CoreSettings,
  createCore,
  defaultSettings,
  type Ports,
  type UnitOfWork,
} from '@backroom/core';
import type { User } from '@backroom/core/identity';
import type { AnyJobKind } from '@backroom/core/jobs';
import { noTasks } from '@backroom/core/onboarding';
import { NOON } from '@backroom/testing/builders';
import { anAdministrator } from './builders.ts';
import type { TestDatabase } from './databases.ts';
import type { Database } from './persistence.ts';
import { withStandIns } from './stand-ins.ts';

/** Everything that is kept in one database. */
export interface Stores extends StoresOf {
  readonly database: Database;
  /** How often a unit of work was retried because it collided with another. */
  collisions(): number;
  close(): Promise<void>;
}

type StoresOf = Omit<ReturnType<typeof storesOf>, 'unitOfWork'> & { readonly unitOfWork: UnitOfWork };

/** Opens the stores of a fresh database. */
export async function openStores({ open }: Pick<TestDatabase, 'open'>, poolSize?: number): Promise<Stores> {
  const database = await open(poolSize);
  const { unitOfWork, collisions } = counting(database.unitOfWork);
  return { ...storesOf(database), database, unitOfWork, collisions, close: () => database.close() };
}

function counting(units: UnitOfWork) {
  let collisions = 0;
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    let tries = 0;
    return units.run(() => {
      tries += 1;
      if (tries > 1) collisions += 1;
      return work();
    });
  };
  const unitOfWork: UnitOfWork = {
    run,
    afterCommit: (effect) => units.afterCommit(effect),
    gather: (item, store) => units.gather(item, store),
    closing: (work) => units.closing(work),
    runAs: (account, work) => units.runAs(account, work),
    limited: (work) => units.limited(work),
    unlimited: (work) => units.unlimited(work),
  };
  return {
    unitOfWork,
    collisions: () => collisions,
  };
}

/** A core on these stores, with a stopped clock, whose passwords are not hashed at all. */
export function coreOn(
  stores: Stores,
  settings: Partial<CoreSettings> = {},
  clock = new ManualClock(NOON),
  kinds: readonly AnyJobKind<Ports>[] = [],
): Core {
  const passwords = { hash: async (password: string) => password, verify: async () => true, needsRehash: () => false };
  const supplied = {
    log: new MemoryLog(),
    ...stores,
    clock,
    ids: new CountingIds(),
    random: new NodeRandom(),
    jobQueue: new MemoryJobQueue(),
    rateLimiter: new MemoryRateLimiter(),
    tables: new CsvTables(),
    settings: { ...defaultSettings, loginMinMs: 0, ...settings },
    passwords,
    commonPasswords: new CommonPasswordList(),
    taskRegistry: noTasks,
  };
  return createCore(withStandIns(supplied), kinds);
}

/** A stored user, acting with all rights by a token. */
export const administratorOf = ({ userId, username }: User): Actor => anAdministrator({ userId, username });
