import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Actor, type Core, defaultSettings, type SuppliedPorts } from '@backroom/core';
import { defaultShopNames } from '@backroom/core/interface';
import { type Application, compose } from './compose.ts';
import { readContentSettings } from './settings/content-variables.ts';
import { readRequestLimits } from './settings/database-variables.ts';
import { readFilesFolder, readMailSettings } from './settings/mail-variables.ts';
import { readExtensionFolders } from './settings/marketplace-variables.ts';
import { readReportSettings } from './settings/report-variables.ts';
import type { DatabaseLocation, Settings } from './settings/settings.ts';
import { startWorkers } from './workers.ts';

/** Options of an embedding program. */
export interface EmbedOptions {
  /** In memory by default. */
  readonly database?: DatabaseLocation;
  /** Signs access tokens, at least 32 bytes; by default generated, and stored with embedded data. */
  readonly jwtSecret?: string;
  readonly settings?: Partial<Omit<Settings, 'database' | 'jwtSecret'>>;
  /** Ports that replace the default adapters. */
  readonly ports?: Partial<SuppliedPorts>;
  /**
   * Whether this process runs jobs: exports, imports and mail that the core queues. True for two at a time, or their maximum
   * number. By default they wait for a process that has workers.
   */
  readonly workers?: boolean | number;
}

/** A core inside another program. */
export interface EmbeddedBackroom {
  readonly core: Core;
  /** The system account, with all rights. */
  readonly actor: Actor;
  /** Closes the database and all background work. */
  close(): Promise<void>;
}

/** Opens a core and migrates its database; cores of one process share nothing. */
export async function openBackroom(options: EmbedOptions = {}): Promise<EmbeddedBackroom> {
  const application = await compose(embeddedSettings(options), options.ports);
  try {
    await application.database.migrate();
    await application.extensions.prepare();
    const actor = await application.actor('embedded');
    const workers = await embeddedWorkers(application, options.workers);
    const close = async () => {
      await workers?.end();
      await application.close();
    };
    return { core: application.core, actor, close };
  } catch (error) {
    await application.close();
    throw error;
  }
}

const usualWorkers = 2;

/** @throws RangeError for a number of workers that is not a whole number of at least zero */
async function embeddedWorkers(application: Application, wanted: boolean | number = false) {
  const count = typeof wanted === 'number' ? wanted : wanted ? usualWorkers : 0;
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`workers must be a whole number, not ${wanted}.`);
  return count === 0 ? undefined : startWorkers(application, count);
}

/** The folder of files and spooled mail; a temporary one for data in memory. */
const folderOf = (place: DatabaseLocation): string => {
  if (place.kind === 'embedded') return place.folder;
  return place.kind === 'server' ? resolve('data') : join(tmpdir(), `backroom-${process.pid}`);
};

const embeddedSettings = ({ database = { kind: 'memory' }, jwtSecret, settings = {} }: EmbedOptions): Settings => ({
  host: '127.0.0.1',
  port: 0,
  publicUrl: undefined,
  trustProxy: undefined,
  jwtKeysFile: undefined,
  secretsKey: undefined,
  oldSecretsKeys: [],
  tokenNames: { issuer: 'inventory', audience: 'inventory-api' },
  bootstrap: {},
  core: defaultSettings,
  directory: { fixed: { settings: {} }, allowedHosts: undefined },
  requestLimits: readRequestLimits({}),
  reports: readReportSettings({}),
  filesFolder: readFilesFolder({}, folderOf(database)),
  mail: readMailSettings({}, folderOf(database)),
  outbound: { allow: [] },
  documents: {},
  extensions: readExtensionFolders({}, folderOf(database)),
  licenceServer: undefined,
  connectorUrl: undefined,
  jobs: { workers: 0 },
  rateLimitStore: database.kind === 'server' ? 'database' : 'memory',
  requireIfMatch: false,
  inventoryPrefix: '',
  shopNames: defaultShopNames,
  deskPath: null,
  experiments: [],
  onboardingTasks: [],
  content: readContentSettings({}),
  publicDocs: false,
  corsOrigins: [],
  logLevel: 'silent',
  metrics: {},
  ...settings,
  database,
  jwtSecret,
});
