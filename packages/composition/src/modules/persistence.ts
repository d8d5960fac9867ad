import { type Database, openDatabase, SqlReportRunner, type Stores, storesOf } from '@backroom/adapters-persistence';
import type { Log } from '@backroom/core';
import { ContainerModule, type ServiceIdentifier } from 'inversify';
import type { Settings } from '../settings.ts';
import { Port, TheDatabase, TheSettings } from '../tokens.ts';

const TheStores = Symbol.for('stores') as ServiceIdentifier<Stores>;

/** The stores that need nothing but the database. */
type PlainStores = Omit<Stores, 'reports'>;

/** The ports that the database keeps something for; one that is missing here does not compile. */
const ports: Readonly<Record<keyof PlainStores, ServiceIdentifier<unknown>>> = {
  unitOfWork: Port.unitOfWork,
  idempotency: Port.idempotency,
  users: Port.users,
  directorySettings: Port.directorySettings,
  revocations: Port.revocations,
  applicationPasswords: Port.applicationPasswords,
  items: Port.items,
  categories: Port.categories,
  locations: Port.locations,
  ledger: Port.ledger,
  auditTrail: Port.auditTrail,
  exports: Port.exports,
  imports: Port.imports,
  options: Port.options,
  notices: Port.notices,
  productLinks: Port.productLinks,
  reservations: Port.reservations,
  stockSync: Port.stockSync,
  products: Port.products,
  taxonomy: Port.taxonomy,
  shopSettings: Port.shopSettings,
  orders: Port.orders,
  customers: Port.customers,
  coupons: Port.coupons,
  taxRates: Port.taxRates,
  downloads: Port.downloads,
  facts: Port.facts,
  probes: Port.probes,
};

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
  bind(TheStores)
    .toResolvedValue(
      (database: Database, { core: { currency } }: Settings) => storesOf(database, { currency }),
      [TheDatabase, TheSettings],
    )
    .inSingletonScope();
  for (const name of Object.keys(ports) as (keyof PlainStores)[]) {
    bind(ports[name])
      .toResolvedValue((stores: Stores) => stores[name], [TheStores])
      .inSingletonScope();
  }
  bind(Port.reports)
    .toResolvedValue(
      (database: Database, { core }: Settings) => new SqlReportRunner(database, core),
      [TheDatabase, TheSettings],
    )
    .inSingletonScope();
});
