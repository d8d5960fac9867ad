import { openDatabase, type Stores, storesOf } from '@backroom/adapters-persistence';
import type { Log } from '@backroom/core';
import { ContainerModule, type ServiceIdentifier } from 'inversify';
import type { Settings } from '../settings.ts';
import { Port, TheDatabase, TheSettings } from '../tokens.ts';

const TheStores = Symbol.for('stores') as ServiceIdentifier<Stores>;

/** The ports that the database keeps something for; one that is missing here does not reach the core. */
const names = [
  'unitOfWork',
  'idempotency',
  'users',
  'directorySettings',
  'revocations',
  'applicationPasswords',
  'items',
  'categories',
  'locations',
  'ledger',
  'auditTrail',
  'exports',
  'imports',
  'options',
  'notices',
  'probes',
] as const satisfies readonly (keyof Stores)[];

/** Everything that is kept in the database. */
export const persistence = new ContainerModule(({ bind }) => {
  bind(TheDatabase)
    .toResolvedValue(
      (settings: Settings, log: Log) =>
        openDatabase({ ...settings.database, onEffectFailure: (cause) => log.error('effect failed', cause) }),
      [TheSettings, Port.log],
    )
    .inSingletonScope()
    .onDeactivation((database) => database.close());
  bind(TheStores).toResolvedValue(storesOf, [TheDatabase]).inSingletonScope();
  for (const name of names) {
    bind(Port[name] as ServiceIdentifier<unknown>)
      .toResolvedValue((stores: Stores) => stores[name], [TheStores])
      .inSingletonScope();
  }
});
