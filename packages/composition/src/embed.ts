import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Actor, type Core, defaultSettings, type SuppliedPorts } from '@backroom/core';
import { defaultShopNames } from '@backroom/core/interface';
import { compose } from './compose.ts';
import { readRequestLimits } from './database-variables.ts';
import { readFilesFolder, readMailSettings } from './mail-variables.ts';
import { readReportSettings } from './report-variables.ts';
import type { DatabasePlace, Settings } from './settings.ts';

/** How another program wants its core. */
export interface EmbedOptions {
  /** In memory unless given. */
  readonly database?: DatabasePlace;
  /** Signs access tokens; kept beside embedded data unless given. At least 32 bytes. */
  readonly jwtSecret?: string;
  readonly settings?: Partial<Omit<Settings, 'database' | 'jwtSecret'>>;
  /** Ports to use in place of our own. */
  readonly ports?: Partial<SuppliedPorts>;
}

/** A core inside another program. */
export interface EmbeddedBackroom {
  readonly core: Core;
  /** Acts with all rights, as the program itself. */
  readonly actor: Actor;
  /** Closes the database; nothing stays running. */
  close(): Promise<void>;
}

/** Opens a core with its database, brought up to date; cores of one process share nothing. */
export async function openBackroom(options: EmbedOptions = {}): Promise<EmbeddedBackroom> {
  const application = await compose(embeddedSettings(options), options.ports);
  try {
    await application.database.migrate();
    const actor = await application.actor('embedded');
    return { core: application.core, actor, close: () => application.close() };
  } catch (error) {
    await application.close();
    throw error;
  }
}

/** Where what is no row is kept; of data in memory only for as long as the machine keeps it. */
const folderOf = (place: DatabasePlace): string => {
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
  jobs: { workers: 0 },
  rateLimitStore: database.kind === 'server' ? 'database' : 'memory',
  requireIfMatch: false,
  inventoryPrefix: '',
  shopNames: defaultShopNames,
  experiments: [],
  publicDocs: false,
  corsOrigins: [],
  logLevel: 'silent',
  metrics: {},
  ...settings,
  database,
  jwtSecret,
});
