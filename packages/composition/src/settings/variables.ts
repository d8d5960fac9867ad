import { isSealingKey } from '@backroom/adapters-node';
import { defaultSettings } from '@backroom/core';
import * as v from 'valibot';
import { backOfficeVariables } from './back-office-variables.ts';
import { connectorVariables } from './connector-variables.ts';
import { contentVariables } from './content-variables.ts';
import { databaseVariables } from './database-variables.ts';
import { deskVariables } from './desk-variables.ts';
import { directoryVariables } from './directory-variables.ts';
import { jobVariables } from './job-variables.ts';
import { mailVariables } from './mail-variables.ts';
import { marketplaceVariables } from './marketplace-variables.ts';
import { outboundVariables } from './outbound-variables.ts';
import { rateLimitVariables } from './rate-limit-variables.ts';
import { reportVariables } from './report-variables.ts';
import { shopVariables } from './shop-variables.ts';
import { flag, integer, list, oneOf, text, type Variable, variable } from './variable.ts';

/** A variable of any type. */
export type AnyVariable = Variable<unknown>;

const address = (...protocols: readonly string[]) =>
  v.pipe(
    text,
    v.check(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL that begins with ${protocols.map((each) => `${each}//`).join(' or ')}`,
    ),
  );
const sealing = v.pipe(text, v.check(isSealingKey, 'must be 32 bytes in base64'));
const sealings = v.pipe(
  list,
  v.check((entries) => entries.every(isSealingKey), 'must be keys of 32 bytes in base64, separated by commas'),
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

/** All environment variables; source of the documentation and of `config check`. */
export const variables = {
  DATABASE_URL: variable(
    address('postgres:', 'postgresql:'),
    'The PostgreSQL server to use in place of the embedded database.',
    { isSecret: true },
  ),
  DATABASE_POOL_SIZE: variable(
    integer(1, 500),
    'Maximum connections to the PostgreSQL server, a quarter of them, and at least one, for reports; as many to each replica.',
    { defaultValue: '20' },
  ),
  ...databaseVariables,
  ...reportVariables,
  ...jobVariables,
  DATA_DIR: variable(text, 'The folder of the embedded database and of generated secrets.', { defaultValue: './data' }),
  HOST: variable(text, 'The address to listen on.', { defaultValue: '127.0.0.1' }),
  PORT: variable(integer(0, 65_535), 'The port to listen on; 0 takes a free one.', { defaultValue: '8080' }),
  PUBLIC_URL: variable(address('http:', 'https:'), 'The public URL of the server, when that is not http://HOST:PORT.'),
  TRUST_PROXY: variable(
    proxies,
    'Trusted proxies for X-Forwarded-For: their number, or their networks (CIDR) separated by commas.',
  ),
  SITE_NAME: variable(text, 'The name of the shop; refused as a password.', { defaultValue: defaultSettings.siteName }),
  SITE_ENVIRONMENT: variable(
    oneOf(['local', 'production']),
    'On a local site application passwords also work without HTTPS; local by default where PUBLIC_URL, or without it HOST, is a loopback address.',
  ),
  ...deskVariables,
  APPLICATION_PASSWORDS: variable(
    oneOf(['on', 'off']),
    'Whether application passwords are issued and accepted; `off` also ends sign-in of phones.',
    { defaultValue: 'on' },
  ),
  JWT_SECRET: variable(
    text,
    'At least 32 bytes that sign access tokens. Needed with PostgreSQL; generated into DATA_DIR with the embedded database.',
    { isSecret: true },
  ),
  JWT_KEYS_FILE: variable(text, 'A key ring in place of JWT_SECRET, for rotation and for asymmetric keys.'),
  SECRETS_KEY: variable(
    sealing,
    'Encrypts stored secrets, such as the bind password of the directory: 32 bytes in base64, made by `openssl rand -base64 32`. With PostgreSQL no such secret can be stored without it; generated into DATA_DIR with the embedded database.',
    { isSecret: true },
  ),
  SECRETS_KEYS_OLD: variable(
    sealings,
    'Predecessors of SECRETS_KEY, separated by commas: they only decrypt, until `secrets rotate` has encrypted everything again.',
    { isSecret: true },
  ),
  JWT_ISSUER: variable(text, 'The `iss` claim of access tokens.', { defaultValue: 'inventory' }),
  JWT_AUDIENCE: variable(text, 'The `aud` claim of access tokens.', { defaultValue: 'inventory-api' }),
  BOOTSTRAP_ADMIN_USERNAME: variable(text, 'The administrator to create when there is none.'),
  BOOTSTRAP_ADMIN_PASSWORD: variable(text, 'The password of that administrator.', { isSecret: true }),
  PASSWORD_MIN_LENGTH: variable(integer(8, 256), 'Minimum characters of a password.', { defaultValue: '8' }),
  LOGIN_MIN_MS: variable(integer(0, 10_000), 'Minimum duration of a failed login, in milliseconds.', {
    defaultValue: '250',
  }),
  MEMBER_ACCESS: variable(
    oneOf(['contribute', 'operate', 'read']),
    'What members may do: also edit items and categories, only record operations, or only read.',
    { defaultValue: 'contribute' },
  ),
  REQUIRE_IF_MATCH: variable(flag, 'Refuse changes without the version that they are based on (If-Match).', {
    defaultValue: 'false',
  }),
  COST_METHOD: variable(
    oneOf(['last', 'average']),
    'How receipts change the cost of an item: the last price paid, or the moving average.',
    { defaultValue: 'last' },
  ),
  CURRENCY: variable(
    v.pipe(text, v.regex(/^[A-Z]{3}$/, 'must be a currency like USD')),
    'The currency of a shop that has saved no settings; after that `settings set currency=…` changes it.',
    { defaultValue: defaultSettings.currency },
  ),
  STOCK_LINK_BY_SKU: variable(flag, 'A product without a link is the item that has the same sku.', {
    defaultValue: String(defaultSettings.stockLinkBySku),
  }),
  HOLD_STOCK_MINUTES: variable(integer(0, 525_600), 'Minutes for which unpaid orders reserve stock; 0 reserves none.', {
    defaultValue: String(defaultSettings.holdStockMinutes),
  }),
  AUDIT_RETENTION_DAYS: variable(
    integer(0, 36_500),
    'Days after which entries of the audit log are deleted; 0 keeps them for ever.',
    { defaultValue: String(defaultSettings.auditRetentionDays) },
  ),
  RATE_LIMIT_STORE: variable(
    oneOf(['memory', 'database']),
    'Where rate limits are counted: in each process, or in the database for all; by default in the database where DATABASE_URL is set.',
  ),
  ...rateLimitVariables,
  ...directoryVariables,
  ...shopVariables,
  ...backOfficeVariables,
  ...mailVariables,
  ...outboundVariables,
  ...contentVariables,
  ...marketplaceVariables,
  ...connectorVariables,
  HTTP_INVENTORY_PREFIX: variable(prefix, 'Moves the inventory routes below a path.'),
  HTTP_PUBLIC_DOCS: variable(
    flag,
    'Publish the OpenAPI documents without authentication; on the machine of the server they always are, unless TRUST_PROXY is set.',
    { defaultValue: 'false' },
  ),
  CORS_ORIGINS: variable(origins, 'Origins whose pages may call the interface, separated by commas.'),
  LOG_LEVEL: variable(oneOf(['debug', 'info', 'warn', 'error', 'silent']), 'The log level.', {
    defaultValue: 'info',
  }),
  METRICS_PORT: variable(integer(0, 65_535), 'A port on the loopback address that serves /metrics.'),
  METRICS_TOKEN: variable(text, 'The bearer token with which /metrics may be read on the main port.', {
    isSecret: true,
  }),
} as const;

export type VariableName = keyof typeof variables;
/** Values of the variables that are set. */
export type VariableValues = {
  readonly [K in VariableName]?: (typeof variables)[K] extends Variable<infer T> ? T : never;
};

/** Variables whose value may be in a file that `<name>_FILE` names. */
export const fileVariables: readonly VariableName[] = [
  'JWT_SECRET',
  'SECRETS_KEY',
  'SECRETS_KEYS_OLD',
  'BOOTSTRAP_ADMIN_PASSWORD',
  'LDAP_BIND_PASSWORD',
  'LDAP_CA_CERTIFICATE',
  'METRICS_TOKEN',
  'DATABASE_URL',
  'DATABASE_REPLICA_URLS',
  'SMTP_URL',
];
