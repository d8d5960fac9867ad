import type { PgBossJobQueue } from '@backroom/adapters-jobs';
import type { Database, RecentWrites, ReportReading, Stores } from '@backroom/adapters-persistence';
import type { Core, SuppliedPorts } from '@backroom/core';
import type { ServiceIdentifier } from 'inversify';
import type { OpenSecretKeys } from './key-ring.ts';
import type { Settings } from './settings/settings.ts';

const port = <K extends keyof SuppliedPorts>(name: K) =>
  Symbol.for(`port:${name}`) as ServiceIdentifier<SuppliedPorts[K]>;

/** One injection token per port, named after the port; a missing one does not compile. */
export const Port = {
  clock: port('clock'),
  ids: port('ids'),
  random: port('random'),
  log: port('log'),
  unitOfWork: port('unitOfWork'),
  idempotency: port('idempotency'),
  rateLimiter: port('rateLimiter'),
  settings: port('settings'),
  users: port('users'),
  revocations: port('revocations'),
  applicationPasswords: port('applicationPasswords'),
  secretDigest: port('secretDigest'),
  passwords: port('passwords'),
  commonPasswords: port('commonPasswords'),
  tokens: port('tokens'),
  tokenNames: port('tokenNames'),
  tokenKeys: port('tokenKeys'),
  directory: port('directory'),
  directorySettings: port('directorySettings'),
  fixedDirectory: port('fixedDirectory'),
  secretBox: port('secretBox'),
  secretKeys: port('secretKeys'),
  items: port('items'),
  categories: port('categories'),
  locations: port('locations'),
  ledger: port('ledger'),
  exports: port('exports'),
  imports: port('imports'),
  productLinks: port('productLinks'),
  reservations: port('reservations'),
  stockSync: port('stockSync'),
  tables: port('tables'),
  products: port('products'),
  taxonomy: port('taxonomy'),
  shopSettings: port('shopSettings'),
  orders: port('orders'),
  customers: port('customers'),
  coupons: port('coupons'),
  taxRates: port('taxRates'),
  downloads: port('downloads'),
  facts: port('facts'),
  importSource: port('importSource'),
  importLog: port('importLog'),
  reports: port('reports'),
  auditTrail: port('auditTrail'),
  options: port('options'),
  notices: port('notices'),
  jobs: port('jobs'),
  jobQueue: port('jobQueue'),
  digests: port('digests'),
  files: port('files'),
  signatures: port('signatures'),
  mail: port('mail'),
  mailLog: port('mailLog'),
  phonePairing: port('phonePairing'),
  pushNotifier: port('pushNotifier'),
  sealedSecrets: port('sealedSecrets'),
  outbound: port('outbound'),
  experiments: port('experiments'),
  build: port('build'),
  probes: port('probes'),
  apiDescription: port('apiDescription'),
  shopDescription: port('shopDescription'),
} satisfies { [P in keyof SuppliedPorts]: ServiceIdentifier<SuppliedPorts[P]> };

/** The database connection that all stores share. */
export const TheDatabase = Symbol.for('database') as ServiceIdentifier<Database>;
export const TheStores = Symbol.for('stores') as ServiceIdentifier<Stores>;
/** Recent writes by account, which decide whether a replica may serve it. */
export const TheRecentWrites = Symbol.for('recent writes') as ServiceIdentifier<RecentWrites>;
/** Report queries, on the server or its replicas. */
export const TheReading = Symbol.for('reading') as ServiceIdentifier<ReportReading>;
export const TheSettings = Symbol.for('settings') as ServiceIdentifier<Settings>;
/** The keys that encrypt stored secrets and sign download URLs. */
export const TheSecretKeys = Symbol.for('secret keys') as ServiceIdentifier<OpenSecretKeys>;
export const TheJobQueue = Symbol.for('job queue') as ServiceIdentifier<PgBossJobQueue>;
export const TheCore = Symbol.for('core') as ServiceIdentifier<Core>;
