import { type BackroomDatabase, openDatabase, type RecentWrites, storesOf } from '@backroom/adapters-persistence';
import { type Log, type StorePorts, storeNames } from '@backroom/core';
import { ContainerModule, type ServiceIdentifier } from 'inversify';
import type { Settings } from '../settings/settings.ts';
import { Port, TheDatabase, TheRecentWrites, TheSettings, TheStores } from '../tokens.ts';
import { reportConnections } from './reading.ts';

/** Stores that need more than the database; other modules bind them. */
const boundElsewhere: ReadonlySet<keyof StorePorts> = new Set(['reports', 'probes']);

/** The database and its stores. */
export const persistence = new ContainerModule(({ bind }) => {
  bind(TheDatabase)
    .toResolvedValue(
      ({ database, requestLimits }: Settings, log: Log, recentWrites: RecentWrites) =>
        openDatabase({
          ...database,
          requestLimits,
          ...(database.kind === 'server' && { poolSize: Math.max(1, database.poolSize - reportConnections(database)) }),
          onEffectFailure: (cause) => log.error('effect failed', cause),
          onCommit: (account) => recentWrites.note(account),
          onStorage: ({ isFull, cause }) =>
            isFull ? log.error('storage full', cause) : log.info('storage has room again'),
        }),
      [TheSettings, Port.log, TheRecentWrites],
    )
    .inSingletonScope()
    .onDeactivation((database) => database.close());
  bind(TheStores)
    .toResolvedValue(
      (database: BackroomDatabase, { core: { currency } }: Settings) => storesOf(database, { currency }),
      [TheDatabase, TheSettings],
    )
    .inSingletonScope();
  for (const name of storeNames) {
    if (boundElsewhere.has(name)) continue;
    bind(Port[name] as ServiceIdentifier<unknown>)
      .toResolvedValue((stores: StorePorts) => stores[name], [TheStores])
      .inSingletonScope();
  }
});
