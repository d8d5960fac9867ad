import {
  type Database,
  MikroCategoryStore,
  MikroIdempotencyStore,
  MikroItemStore,
  MikroLocationStore,
  MikroOperationLedger,
  MikroRevocationStore,
  MikroUserStore,
  openDatabase,
} from '@backroom/adapters-persistence';
import type { Log } from '@backroom/core';
import { ContainerModule, type ServiceIdentifier } from 'inversify';
import type { Settings } from '../settings.ts';
import { Port, TheDatabase, TheSettings } from '../tokens.ts';

/** Everything that is kept in the database. */
export const persistence = new ContainerModule(({ bind }) => {
  const store = <T>(token: ServiceIdentifier<T>, make: (database: Database) => T) =>
    bind(token)
      .toResolvedValue(make as never, [TheDatabase])
      .inSingletonScope();

  bind(TheDatabase)
    .toResolvedValue(
      (settings: Settings, log: Log) =>
        openDatabase({ ...settings.database, onEffectFailure: (cause) => log.error('effect failed', cause) }),
      [TheSettings, Port.log],
    )
    .inSingletonScope()
    .onDeactivation((database) => database.close());
  store(Port.unitOfWork, (database) => database.unitOfWork);
  store(Port.idempotency, (database) => new MikroIdempotencyStore(database));
  store(Port.users, (database) => new MikroUserStore(database));
  store(Port.revocations, (database) => new MikroRevocationStore(database));
  store(Port.items, (database) => new MikroItemStore(database));
  store(Port.categories, (database) => new MikroCategoryStore(database));
  store(Port.locations, (database) => new MikroLocationStore(database));
  store(Port.ledger, (database) => new MikroOperationLedger(database));
  store(Port.probes, (database) => ({
    database: () => database.answers(),
    pendingMigrations: () => database.pendingMigrations(),
  }));
});
