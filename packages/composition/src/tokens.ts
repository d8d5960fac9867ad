import type { ExtensionHost } from '@backroom/adapters-extensions';
import type { PostgresJobQueue } from '@backroom/adapters-jobs';
import type { MemoryChanges } from '@backroom/adapters-memory';
import type { BackroomDatabase, RecentWrites, ReportReading } from '@backroom/adapters-persistence';
import { type Core, portNames, type StorePorts, type SuppliedPorts } from '@backroom/core';
import type { ServiceIdentifier } from 'inversify';
import type { OpenSecretKeys } from './key-ring.ts';
import type { Settings } from './settings/settings.ts';

/** One injection token per port, named after the port. */
export const Port = Object.fromEntries(portNames.map((name) => [name, Symbol.for(`port:${name}`)])) as {
  readonly [P in keyof SuppliedPorts]-?: ServiceIdentifier<SuppliedPorts[P]>;
};

/** The database connection that all stores share. */
export const TheDatabase = Symbol.for('database') as ServiceIdentifier<BackroomDatabase>;
export const TheStores = Symbol.for('stores') as ServiceIdentifier<StorePorts>;
/** Recent writes by account, which decide whether a replica may serve it. */
export const TheRecentWrites = Symbol.for('recent writes') as ServiceIdentifier<RecentWrites>;
/** Report queries, on the server or its replicas. */
export const TheReading = Symbol.for('reading') as ServiceIdentifier<ReportReading>;
export const TheSettings = Symbol.for('settings') as ServiceIdentifier<Settings>;
/** The keys that encrypt stored secrets and sign download URLs. */
export const TheSecretKeys = Symbol.for('secret keys') as ServiceIdentifier<OpenSecretKeys>;
/** Changes of this and other processes. */
export const TheChanges = Symbol.for('changes') as ServiceIdentifier<MemoryChanges>;
export const TheJobQueue = Symbol.for('job queue') as ServiceIdentifier<PostgresJobQueue>;
/** Runs the extensions of this process. */
export const TheExtensionHost = Symbol.for('extension host') as ServiceIdentifier<ExtensionHost>;
export const TheCore = Symbol.for('core') as ServiceIdentifier<Core>;
