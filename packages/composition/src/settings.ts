import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CoreSettings } from '@backroom/core';
import { defaultSettings } from '@backroom/core';
import * as v from 'valibot';
import type { LogLevel } from './log.ts';

/** One variable of the environment: what it means, how it is read, and whether its value may be shown. */
interface Variable<T> {
  readonly description: string;
  readonly read: v.GenericSchema<string, T>;
  /** What stands in the documentation as default. */
  readonly byDefault?: string;
  readonly isSecret?: boolean;
}

const text = v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'));
const flag = v.pipe(
  v.string(),
  v.picklist(['true', 'false', '1', '0'], 'must be true or false'),
  v.transform((value) => value === 'true' || value === '1'),
);
const integer = (minimum: number, maximum: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[0-9]{1,9}$/, `must be a whole number from ${minimum} to ${maximum}`),
    v.transform(Number),
    v.minValue<number, number, string>(minimum, `must be at least ${minimum}`),
    v.maxValue<number, number, string>(maximum, `must be at most ${maximum}`),
  );
const oneOf = <const T extends readonly string[]>(values: T) =>
  v.pipe(v.string(), v.picklist(values, `must be one of ${values.join(', ')}`));
const address = (...protocols: readonly string[]) =>
  v.pipe(
    text,
    v.check(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL that begins with ${protocols.map((each) => `${each}//`).join(' or ')}`,
    ),
  );
const list = v.pipe(
  text,
  v.transform((value) => value.split(',').map((entry) => entry.trim())),
);
const origins = v.pipe(
  list,
  v.check(
    (entries) => entries.every((entry) => URL.canParse(entry) && new URL(entry).origin === entry),
    'must be origins like https://shop.example.org, separated by commas',
  ),
);
const proxies = v.pipe(
  list,
  v.transform((entries): number | readonly string[] =>
    /^[0-9]{1,2}$/.test(entries.join(',')) ? Number(entries[0]) : entries,
  ),
);
const prefix = v.pipe(text, v.regex(/^(\/[A-Za-z0-9._~-]+)+$/, 'must be a path like /inventory'));

const variable = <T>(
  read: v.GenericSchema<string, T>,
  description: string,
  more: Omit<Variable<T>, 'read' | 'description'> = {},
): Variable<T> => ({
  read,
  description,
  ...more,
});

/** Every variable that is read, once; documentation and `config check` come from here. */
export const variables = {
  DATABASE_URL: variable(
    address('postgres:', 'postgresql:'),
    'The PostgreSQL server to use in place of the embedded database.',
    { isSecret: true },
  ),
  DATABASE_POOL_SIZE: variable(integer(1, 500), 'Most connections to the PostgreSQL server.', { byDefault: '20' }),
  DATA_DIR: variable(text, 'The folder of the embedded database and of generated secrets.', { byDefault: './data' }),
  HOST: variable(text, 'The address to listen on.', { byDefault: '127.0.0.1' }),
  PORT: variable(integer(0, 65_535), 'The port to listen on; 0 takes a free one.', { byDefault: '8080' }),
  PUBLIC_URL: variable(address('http:', 'https:'), 'Where people reach the server, when that is not http://HOST:PORT.'),
  TRUST_PROXY: variable(
    proxies,
    'How far X-Forwarded-For is believed: a number of proxies, or their networks (CIDR) separated by commas.',
  ),
  SITE_NAME: variable(text, 'What the shop is called; refused as a password.', { byDefault: defaultSettings.siteName }),
  JWT_SECRET: variable(
    text,
    'At least 32 bytes that sign access tokens. Needed with PostgreSQL; generated into DATA_DIR with the embedded database.',
    { isSecret: true },
  ),
  JWT_KEYS_FILE: variable(text, 'A key ring in place of JWT_SECRET, for rotation and for asymmetric keys.'),
  JWT_ISSUER: variable(text, 'The `iss` claim of access tokens.', { byDefault: 'inventory' }),
  JWT_AUDIENCE: variable(text, 'The `aud` claim of access tokens.', { byDefault: 'inventory-api' }),
  BOOTSTRAP_ADMIN_USERNAME: variable(text, 'The administrator to create when there is none.'),
  BOOTSTRAP_ADMIN_PASSWORD: variable(text, 'The password of that administrator.', { isSecret: true }),
  PASSWORD_MIN_LENGTH: variable(integer(8, 256), 'Fewest characters of a password.', { byDefault: '8' }),
  LOGIN_MIN_MS: variable(integer(0, 10_000), 'A failed login takes at least so many milliseconds.', {
    byDefault: '250',
  }),
  MEMBER_ACCESS: variable(
    oneOf(['contribute', 'operate', 'read']),
    'What members may do: also edit items and categories, only record operations, or only read.',
    { byDefault: 'contribute' },
  ),
  REQUIRE_IF_MATCH: variable(flag, 'Refuse changes that do not say which version they are meant for.', {
    byDefault: 'false',
  }),
  COST_METHOD: variable(
    oneOf(['last', 'average']),
    'How receipts change the cost of an item: the last price paid, or the moving average.',
    { byDefault: 'last' },
  ),
  HTTP_INVENTORY_PREFIX: variable(prefix, 'Moves the inventory routes below a path.'),
  HTTP_PUBLIC_DOCS: variable(flag, 'Let everybody read /openapi.json.', { byDefault: 'false' }),
  CORS_ORIGINS: variable(origins, 'Origins whose pages may call the interface, separated by commas.'),
  LOG_LEVEL: variable(oneOf(['debug', 'info', 'warn', 'error', 'silent']), 'How much is logged.', {
    byDefault: 'info',
  }),
  METRICS_PORT: variable(integer(0, 65_535), 'A port on the loopback address that serves /metrics.'),
  METRICS_TOKEN: variable(text, 'The bearer token with which /metrics may be read on the main port.', {
    isSecret: true,
  }),
} as const;

type Name = keyof typeof variables;
type Values = { readonly [K in Name]?: (typeof variables)[K] extends Variable<infer T> ? T : never };

/** Variables whose value may stand in a file that `<name>_FILE` names. */
export const fileVariables: readonly Name[] = [
  'JWT_SECRET',
  'BOOTSTRAP_ADMIN_PASSWORD',
  'METRICS_TOKEN',
  'DATABASE_URL',
];

/** Where the data is: in a folder, on a PostgreSQL server, or nowhere but in memory. */
export type DatabasePlace =
  | { readonly kind: 'memory' }
  | { readonly kind: 'embedded'; readonly folder: string }
  | { readonly kind: 'server'; readonly url: string; readonly poolSize: number };

/** Everything an installation can decide, read and checked. */
export interface Settings {
  readonly database: DatabasePlace;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string | undefined;
  readonly trustProxy: number | readonly string[] | undefined;
  readonly jwtSecret: string | undefined;
  readonly jwtKeysFile: string | undefined;
  readonly tokenNames: { readonly issuer: string; readonly audience: string };
  readonly bootstrap: { readonly username?: string; readonly password?: string };
  readonly core: CoreSettings;
  readonly requireIfMatch: boolean;
  readonly inventoryPrefix: string;
  readonly publicDocs: boolean;
  readonly corsOrigins: readonly string[];
  readonly logLevel: LogLevel;
  readonly metrics: { readonly port?: number; readonly token?: string };
}

/** Settings that cannot work, each fault naming its variable; the process ends with 78 (EX_CONFIG). */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The settings cannot work:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/** Variables by name; absent ones are not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings from an environment, in which some variables may be replaced.
 * @throws SettingsError naming every variable at fault
 */
export function readSettings(environment: Environment = process.env, replaced: Environment = {}): Settings {
  const faults: string[] = [];
  const values = readVariables(withFiles({ ...environment, ...replaced }, faults), faults);
  if (values.BOOTSTRAP_ADMIN_PASSWORD !== undefined && values.BOOTSTRAP_ADMIN_USERNAME === undefined) {
    faults.push('BOOTSTRAP_ADMIN_USERNAME must be set together with BOOTSTRAP_ADMIN_PASSWORD.');
  }
  if (values.BOOTSTRAP_ADMIN_USERNAME !== undefined && values.BOOTSTRAP_ADMIN_PASSWORD === undefined) {
    faults.push('BOOTSTRAP_ADMIN_PASSWORD must be set together with BOOTSTRAP_ADMIN_USERNAME.');
  }
  if (values.DATABASE_URL !== undefined && values.JWT_SECRET === undefined && values.JWT_KEYS_FILE === undefined) {
    faults.push('JWT_SECRET or JWT_KEYS_FILE must be set when DATABASE_URL is.');
  }
  if (values.JWT_SECRET !== undefined && Buffer.byteLength(values.JWT_SECRET) < 32)
    faults.push('JWT_SECRET must have at least 32 bytes.');
  if (faults.length > 0) throw new SettingsError(faults);
  return assemble(values);
}

/** What is set, for people to look at; secrets are only said to be there. */
export function showVariables(
  given: Environment = process.env,
  replaced: Environment = {},
): Readonly<Record<Name, string | null>> {
  const environment = { ...given, ...replaced };
  const show = (name: Name) => {
    const isSet = environment[name] !== undefined || environment[`${name}_FILE`] !== undefined;
    const { isSecret, byDefault = null } = variables[name] as Variable<unknown>;
    if (!isSet) return byDefault;
    return isSecret ? '(set)' : (environment[name] ?? null);
  };
  return Object.fromEntries((Object.keys(variables) as Name[]).map((name) => [name, show(name)])) as Record<
    Name,
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

function readVariables(environment: Environment, faults: string[]): Values {
  const values: Record<string, unknown> = {};
  for (const [name, { read }] of Object.entries(variables)) {
    const raw = environment[name];
    if (raw === undefined || raw === '') continue;
    const result = v.safeParse(read as v.GenericSchema, raw);
    if (result.success) values[name] = result.output;
    else faults.push(`${name} ${result.issues[0].message}.`);
  }
  return values as Values;
}

function assemble(values: Values): Settings {
  const folder = resolve(values.DATA_DIR ?? './data');
  const { DATABASE_URL: url, BOOTSTRAP_ADMIN_USERNAME: username, BOOTSTRAP_ADMIN_PASSWORD: password } = values;
  return {
    database:
      url === undefined
        ? { kind: 'embedded', folder }
        : { kind: 'server', url, poolSize: values.DATABASE_POOL_SIZE ?? 20 },
    host: values.HOST ?? '127.0.0.1',
    port: values.PORT ?? 8_080,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    trustProxy: values.TRUST_PROXY,
    jwtSecret: values.JWT_SECRET,
    jwtKeysFile: values.JWT_KEYS_FILE,
    tokenNames: { issuer: values.JWT_ISSUER ?? 'inventory', audience: values.JWT_AUDIENCE ?? 'inventory-api' },
    bootstrap: { ...(username !== undefined && { username }), ...(password !== undefined && { password }) },
    core: coreSettings(values),
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

const coreSettings = (values: Values): CoreSettings => ({
  siteName: values.SITE_NAME ?? defaultSettings.siteName,
  memberAccess: values.MEMBER_ACCESS ?? defaultSettings.memberAccess,
  passwordMinLength: values.PASSWORD_MIN_LENGTH ?? defaultSettings.passwordMinLength,
  loginMinMs: values.LOGIN_MIN_MS ?? defaultSettings.loginMinMs,
  costMethod: values.COST_METHOD ?? defaultSettings.costMethod,
});
