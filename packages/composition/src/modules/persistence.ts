import { type BackroomDatabase, openDatabase, type RecentWrites, storesOf } from '@backroom/adapters-persistence';
import type { Log, StorePorts } from '@backroom/core';
import { ContainerModule, type ServiceIdentifier } from 'inversify';
import type { Settings } from '../settings/settings.ts';
import { Port, TheDatabase, TheRecentWrites, TheSettings, TheStores } from '../tokens.ts';
import { reportConnections } from './reading.ts';

/** The stores that depend on the database only. */
type PlainStores = Omit<StorePorts, 'reports' | 'probes'>;

/** The ports that these stores implement; a missing one does not compile. */
const ports: Readonly<Record<keyof PlainStores, ServiceIdentifier<unknown>>> = {
  unitOfWork: Port.unitOfWork,
  idempotency: Port.idempotency,
  users: Port.users,
  directorySettings: Port.directorySettings,
  revocations: Port.revocations,
  signInLinks: Port.signInLinks,
  applicationPasswords: Port.applicationPasswords,
  signInAttempts: Port.signInAttempts,
  items: Port.items,
  categories: Port.categories,
  locations: Port.locations,
  ledger: Port.ledger,
  auditTrail: Port.auditTrail,
  exports: Port.exports,
  imports: Port.imports,
  options: Port.options,
  notices: Port.notices,
  onboardingState: Port.onboardingState,
  catalogueStore: Port.catalogueStore,
  extensions: Port.extensions,
  extensionValues: Port.extensionValues,
  extensionQueue: Port.extensionQueue,
  themes: Port.themes,
  suggestionStore: Port.suggestionStore,
  knowledgeStore: Port.knowledgeStore,
  licenceLedger: Port.licenceLedger,
  marketConnection: Port.marketConnection,
  connectorPairing: Port.connectorPairing,
  connectorNonces: Port.connectorNonces,
  connectorErrors: Port.connectorErrors,
  mailLog: Port.mailLog,
  phonePairing: Port.phonePairing,
  sealedSecrets: Port.sealedSecrets,
  jobs: Port.jobs,
  productLinks: Port.productLinks,
  reservations: Port.reservations,
  stockSync: Port.stockSync,
  products: Port.products,
  taxonomy: Port.taxonomy,
  pages: Port.pages,
  shopSettings: Port.shopSettings,
  orders: Port.orders,
  customers: Port.customers,
  coupons: Port.coupons,
  taxRates: Port.taxRates,
  recordLocks: Port.recordLocks,
  downloads: Port.downloads,
  facts: Port.facts,
  recordSearch: Port.recordSearch,
  attention: Port.attention,
  importSource: Port.importSource,
  importLog: Port.importLog,
};

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
  for (const name of Object.keys(ports) as (keyof PlainStores)[]) {
    bind(ports[name])
      .toResolvedValue((stores: StorePorts) => stores[name], [TheStores])
      .inSingletonScope();
  }
});
