import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CoreSettings } from '@backroom/core';
import type { Experiment } from '@backroom/core/back-office';
import type { FixedDirectorySettings } from '@backroom/core/identity';
import type { ShopNames } from '@backroom/core/interface';
import * as v from 'valibot';
import { readExperiments, readOnboardingTasks } from './back-office-variables.ts';
import { type ContentSettings, readContentSettings } from './content-variables.ts';
import { coreSettings } from './core-settings.ts';
import { type RequestLimits, readConnectionSettings, readRequestLimits } from './database-variables.ts';
import { fixedDirectoryOf } from './directory-variables.ts';
import { type MailSettings, readFilesFolder, readMailSettings } from './mail-variables.ts';
import { type ExtensionFolders, readExtensionFolders } from './marketplace-variables.ts';
import { unknownLimits } from './rate-limit-variables.ts';
import { type ReportSettings, readReportSettings } from './report-variables.ts';
import { readDeskPath, readShopNames } from './shop-variables.ts';
import { type AnyVariable, fileVariables, type VariableName, type VariableValues, variables } from './variables.ts';

/** The database: embedded in a folder, on a PostgreSQL server, or in memory. */
export type DatabaseLocation =
  | { readonly kind: 'memory' }
  | { readonly kind: 'embedded'; readonly folder: string }
  | { readonly kind: 'server'; readonly url: string; readonly poolSize: number; readonly keepAliveMillis?: number };

/** The validated settings of an installation. */
export interface Settings {
  readonly database: DatabaseLocation;
  readonly requestLimits: RequestLimits;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string | undefined;
  readonly trustProxy: number | readonly string[] | undefined;
  readonly jwtSecret: string | undefined;
  readonly jwtKeysFile: string | undefined;
  /** 32 bytes in base64. */
  readonly secretsKey: string | undefined;
  readonly oldSecretsKeys: readonly string[];
  readonly tokenNames: { readonly issuer: string; readonly audience: string };
  readonly bootstrap: { readonly username?: string; readonly password?: string };
  readonly core: CoreSettings;
  readonly directory: {
    readonly fixed: FixedDirectorySettings;
    /** Undefined for any host. */
    readonly allowedHosts: readonly string[] | undefined;
  };
  readonly reports: ReportSettings;
  /** The folder of files to download. */
  readonly filesFolder: string;
  readonly mail: MailSettings;
  /** `host:port` that outbound requests may reach although they are private. */
  readonly outbound: { readonly allow: readonly string[] };
  /** Paths or URLs of the documents of the operator. */
  readonly documents: {
    readonly catalogue?: string | undefined;
    readonly suggestions?: string | undefined;
    readonly knowledgeBase?: string | undefined;
  };
  readonly extensions: ExtensionFolders;
  /** The address of the licence server. */
  readonly licenceServer: string | undefined;
  /** The base address of the site to be paired with. */
  readonly connectorUrl: string | undefined;
  /** Maximum concurrent jobs in the process of the server. */
  readonly jobs: { readonly workers: number };
  readonly rateLimitStore: 'memory' | 'database';
  readonly requireIfMatch: boolean;
  readonly inventoryPrefix: string;
  readonly shopNames: ShopNames;
  /** First segment of the addresses of the desk; null where it is switched off. */
  readonly deskPath: string | null;
  readonly experiments: readonly Experiment[];
  readonly onboardingTasks: ReturnType<typeof readOnboardingTasks>;
  readonly content: ContentSettings;
  readonly publicDocs: boolean;
  readonly corsOrigins: readonly string[];
  readonly logLevel: NonNullable<VariableValues['LOG_LEVEL']>;
  readonly metrics: { readonly port?: number; readonly token?: string };
}

/** Invalid settings; each fault names its variable. The process exits with 78 (EX_CONFIG). */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The settings cannot work:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings from an environment with overrides. With `needsKeys: false` the token keys may be missing, for
 * commands that sign no tokens.
 * @throws SettingsError that names every invalid variable
 */
export function readSettings(
  environment: Environment = process.env,
  replaced: Environment = {},
  { needsKeys = true }: { readonly needsKeys?: boolean } = {},
): Settings {
  const faults: string[] = [];
  const values = readVariables(withFiles({ ...environment, ...replaced }, faults), faults);
  if (values.BOOTSTRAP_ADMIN_PASSWORD !== undefined && values.BOOTSTRAP_ADMIN_USERNAME === undefined) {
    faults.push('BOOTSTRAP_ADMIN_USERNAME must be set together with BOOTSTRAP_ADMIN_PASSWORD.');
  }
  if (values.BOOTSTRAP_ADMIN_USERNAME !== undefined && values.BOOTSTRAP_ADMIN_PASSWORD === undefined) {
    faults.push('BOOTSTRAP_ADMIN_PASSWORD must be set together with BOOTSTRAP_ADMIN_USERNAME.');
  }
  const hasKeys = [values.JWT_SECRET, values.JWT_KEYS_FILE].some((key) => key !== undefined);
  if (needsKeys && values.DATABASE_URL !== undefined && !hasKeys) {
    faults.push('JWT_SECRET or JWT_KEYS_FILE must be set when DATABASE_URL is.');
  }
  if (values.DATABASE_REPLICA_URLS !== undefined && values.DATABASE_URL === undefined)
    faults.push('DATABASE_REPLICA_URLS must not be set without DATABASE_URL.');
  if (values.JWT_SECRET !== undefined && Buffer.byteLength(values.JWT_SECRET) < 32)
    faults.push('JWT_SECRET must have at least 32 bytes.');
  const shopNames = readShopNames(values, faults);
  const deskPath = readDeskPath({ ...environment, ...replaced }.DESK_PATH, shopNames, faults);
  const experiments = readExperiments(values.EXPERIMENTS_FILE, faults);
  const onboardingTasks = readOnboardingTasks(values.ONBOARDING_TASKS_FILE, faults);
  const content = readContentSettings(values, faults);
  if (faults.length > 0) throw new SettingsError(faults);
  return { ...assemble(values), shopNames, deskPath, experiments, onboardingTasks, content };
}

/** The values of all variables for display; secrets are shown as `(set)`. */
export function showVariables(
  given: Environment = process.env,
  replaced: Environment = {},
): Readonly<Record<VariableName, string | null>> {
  const environment = { ...given, ...replaced };
  const show = (name: VariableName) => {
    const isSet = environment[name] !== undefined || environment[`${name}_FILE`] !== undefined;
    const { isSecret, defaultValue = null } = variables[name] as AnyVariable;
    if (!isSet) return defaultValue;
    return isSecret ? '(set)' : (environment[name] ?? null);
  };
  return Object.fromEntries((Object.keys(variables) as VariableName[]).map((name) => [name, show(name)])) as Record<
    VariableName,
    string | null
  >;
}

function withFiles(environment: Environment, faults: string[]): Record<string, string | undefined> {
  const filled = { ...environment };
  for (const name of fileVariables) {
    const path = environment[`${name}_FILE`];
    if (path === undefined) continue;
    if (environment[name] !== undefined) faults.push(`${name} and ${name}_FILE must not both be set.`);
    try {
      filled[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    } catch {
      faults.push(`${name}_FILE names a file that cannot be read.`);
    }
  }
  return filled;
}

function readVariables(environment: Environment, faults: string[]): VariableValues {
  const values: Record<string, unknown> = {};
  for (const [name, { read }] of Object.entries(variables)) {
    const raw = environment[name];
    if (raw === undefined || raw === '') continue;
    const result = v.safeParse(read as v.GenericSchema, raw);
    if (result.success) values[name] = result.output;
    else faults.push(`${name} ${result.issues[0].message}.`);
  }
  for (const name of unknownLimits(Object.keys(environment), variables)) faults.push(`${name} is no limit there is.`);
  return values as VariableValues;
}

const documentsOf = (values: VariableValues): Settings['documents'] => ({
  catalogue: values.CATALOG_URL,
  suggestions: values.SUGGESTIONS_URL,
  knowledgeBase: values.KNOWLEDGE_BASE_URL,
});

/** The settings that are read from single variables. */
type Assembled = Omit<Settings, 'shopNames' | 'deskPath' | 'experiments' | 'onboardingTasks' | 'content'>;

function assemble(values: VariableValues): Assembled {
  const folder = resolve(values.DATA_DIR ?? './data');
  const { DATABASE_URL: url, BOOTSTRAP_ADMIN_USERNAME: username, BOOTSTRAP_ADMIN_PASSWORD: password } = values;
  return {
    database:
      url === undefined ? { kind: 'embedded', folder } : { kind: 'server', url, ...readConnectionSettings(values) },
    requestLimits: readRequestLimits(values),
    host: values.HOST ?? '127.0.0.1',
    port: values.PORT ?? 8_080,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    trustProxy: values.TRUST_PROXY,
    jwtSecret: values.JWT_SECRET,
    jwtKeysFile: values.JWT_KEYS_FILE,
    secretsKey: values.SECRETS_KEY,
    oldSecretsKeys: values.SECRETS_KEYS_OLD ?? [],
    tokenNames: { issuer: values.JWT_ISSUER ?? 'inventory', audience: values.JWT_AUDIENCE ?? 'inventory-api' },
    bootstrap: { ...(username !== undefined && { username }), ...(password !== undefined && { password }) },
    core: coreSettings(values),
    directory: { fixed: fixedDirectoryOf(values), allowedHosts: values.LDAP_ALLOWED_HOSTS },
    reports: readReportSettings(values),
    filesFolder: readFilesFolder(values, folder),
    mail: readMailSettings(values, folder, values.SITE_EMAIL),
    outbound: { allow: values.OUTBOUND_ALLOW ?? [] },
    documents: documentsOf(values),
    extensions: readExtensionFolders(values, folder),
    licenceServer: values.LICENCE_SERVER_URL,
    connectorUrl: values.CONNECTOR_URL,
    jobs: { workers: values.JOB_WORKERS ?? 2 },
    rateLimitStore: values.RATE_LIMIT_STORE ?? (url === undefined ? 'memory' : 'database'),
    requireIfMatch: values.REQUIRE_IF_MATCH ?? false,
    inventoryPrefix: values.HTTP_INVENTORY_PREFIX ?? '',
    publicDocs: values.HTTP_PUBLIC_DOCS ?? false,
    corsOrigins: values.CORS_ORIGINS ?? [],
    logLevel: values.LOG_LEVEL ?? 'info',
    metrics: {
      ...(values.METRICS_PORT !== undefined && { port: values.METRICS_PORT }),
      ...(values.METRICS_TOKEN !== undefined && { token: values.METRICS_TOKEN }),
    },
  };
}
