import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Actor, type Core, defaultSettings, type SuppliedPorts } from '@backroom/core';
import { defaultShopNames } from '@backroom/core/interface';
import { compose } from './compose.ts';
import { readRequestLimits } from './settings/database-variables.ts';
import { readFilesFolder, readMailSettings } from './settings/mail-variables.ts';
import { readReportSettings } from './settings/report-variables.ts';
import type { DatabaseLocation, Settings } from './settings/settings.ts';

/** Options of an embedding program. */
export interface EmbedOptions {
  /** In memory by default. */
  readonly database?: DatabaseLocation;
  /** Signs access tokens, at least 32 bytes; by default generated, and stored with embedded data. */
  readonly jwtSecret?: string;
  readonly settings?: Partial<Omit<Settings, 'database' | 'jwtSecret'>>;
  /** Ports that replace the default adapters. */
  readonly ports?: Partial<SuppliedPorts>;
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
    const actor = await application.actor('embedded');
    return { core: application.core, actor, close: () => application.close() };
  } catch (error) {
    await application.close();
    throw error;
  }
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
