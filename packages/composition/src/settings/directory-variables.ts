import type { DirectoryAttributes, DirectorySettings, FixedDirectorySettings } from '@backroom/core';
import { defaultDirectorySettings } from '@backroom/core';
import * as v from 'valibot';
import { flag, integer, list, oneOf, text, variable } from './variable.ts';

const addresses = v.pipe(
  list,
  v.transform((entries) => entries.map((entry) => entry.toLowerCase().replace(/\/$/, ''))),
  v.check(
    (entries) => entries.length <= 3 && entries.every((entry) => /^ldaps?:\/\/[^/?#@]+$/.test(entry)),
    'must be at most three addresses like ldaps://directory.example.org:636, separated by commas',
  ),
);
const patience = integer(100, 60_000);
const { attributes } = defaultDirectorySettings;

/** What the environment can decide about the directory; what it leaves open can be saved. */
export const directoryVariables = {
  LDAP_ENABLED: variable(flag, 'Lets people of the directory sign in.'),
  LDAP_URL: variable(addresses, 'The addresses of the directory, ldap:// or ldaps://, separated by commas.'),
  LDAP_START_TLS: variable(flag, 'Encrypt connections to ldap:// addresses.'),
  LDAP_TLS_VERIFY: variable(flag, 'Believe only certificates that an authority has signed.'),
  LDAP_TLS_SERVER_NAME: variable(text, 'The name that the certificate of the directory has, where it is not its host.'),
  LDAP_CA_CERTIFICATE: variable(text, 'The authorities to believe in place of the usual ones, as PEM text.'),
  LDAP_ALLOW_PLAINTEXT: variable(flag, 'Lets passwords travel to the directory unencrypted.'),
  LDAP_BIND_DN: variable(text, 'The service account that searches the directory.'),
  LDAP_BIND_PASSWORD: variable(
    text,
    'Its password; then the whole connection is decided by the environment, so that the password goes nowhere else.',
    { isSecret: true },
  ),
  LDAP_BASE_DN: variable(text, 'Where people are searched.'),
  LDAP_USER_FILTER: variable(text, 'The filter that finds people; {username} stands for the name.'),
  LDAP_USERNAME_ATTRIBUTE: variable(text, 'Where the name of a person stands, uid by default.'),
  LDAP_EMAIL_ATTRIBUTE: variable(text, 'Where the e-mail address of a person stands, mail by default.'),
  LDAP_DISPLAY_NAME_ATTRIBUTE: variable(text, 'Where the full name of a person stands, displayName by default.'),
  LDAP_UID_ATTRIBUTE: variable(text, 'Where it stands what never changes about a person, entryUUID by default.'),
  LDAP_REQUIRED_GROUP_DN: variable(text, 'Only members of this group may sign in.'),
  LDAP_ADMIN_GROUP_DN: variable(text, 'Members of this group are administrators.'),
  LDAP_GROUP_MODE: variable(
    oneOf(['member_of', 'group_search']),
    'Whether people name their groups, or groups their members.',
  ),
  LDAP_GROUP_BASE_DN: variable(text, 'Where groups are searched.'),
  LDAP_GROUP_FILTER: variable(text, 'The filter that finds groups; {dn} stands for the member.'),
  LDAP_NESTED_GROUPS: variable(oneOf(['none', 'ad_rule', 'recursive']), 'How groups inside of groups count.'),
  LDAP_AUTO_CREATE: variable(flag, 'Makes an account at the first good login.'),
  LDAP_CONNECT_TIMEOUT_MS: variable(patience, 'So long a connection may take, in milliseconds.'),
  LDAP_OPERATION_TIMEOUT_MS: variable(patience, 'So long an answer may take, in milliseconds.'),
  LDAP_SYNC_ENABLED: variable(flag, 'Brings accounts in line with the directory from time to time.'),
  LDAP_SYNC_INTERVAL_MINUTES: variable(integer(1, 10_080), 'So often, in minutes.'),
  LDAP_SYNC_MISSING: variable(
    oneOf(['ignore', 'deactivate']),
    'What becomes of accounts whose person is gone from the directory.',
  ),
  LDAP_ALLOWED_HOSTS: variable(
    list,
    'Hosts, or networks (CIDR), that directories may be at, separated by commas; any by default.',
  ),
} as const;

type Values = {
  readonly [K in keyof typeof directoryVariables]?: v.InferOutput<(typeof directoryVariables)[K]['read']>;
};

/** Where each setting stands in the environment. */
const places = {
  enabled: 'LDAP_ENABLED',
  urls: 'LDAP_URL',
  startTls: 'LDAP_START_TLS',
  tlsVerify: 'LDAP_TLS_VERIFY',
  tlsServerName: 'LDAP_TLS_SERVER_NAME',
  caCertificate: 'LDAP_CA_CERTIFICATE',
  allowPlaintext: 'LDAP_ALLOW_PLAINTEXT',
  bindDn: 'LDAP_BIND_DN',
  baseDn: 'LDAP_BASE_DN',
  userFilter: 'LDAP_USER_FILTER',
  requiredGroupDn: 'LDAP_REQUIRED_GROUP_DN',
  adminGroupDn: 'LDAP_ADMIN_GROUP_DN',
  groupMode: 'LDAP_GROUP_MODE',
  groupBaseDn: 'LDAP_GROUP_BASE_DN',
  groupFilter: 'LDAP_GROUP_FILTER',
  nestedGroups: 'LDAP_NESTED_GROUPS',
  autoCreate: 'LDAP_AUTO_CREATE',
  connectTimeoutMs: 'LDAP_CONNECT_TIMEOUT_MS',
  operationTimeoutMs: 'LDAP_OPERATION_TIMEOUT_MS',
  syncEnabled: 'LDAP_SYNC_ENABLED',
  syncIntervalMinutes: 'LDAP_SYNC_INTERVAL_MINUTES',
  syncMissing: 'LDAP_SYNC_MISSING',
} as const satisfies Partial<Record<keyof DirectorySettings, keyof Values>>;

/** What the environment decides about the directory. */
export function fixedDirectoryOf(values: Values): FixedDirectorySettings {
  const named = Object.entries(places).filter(([, name]) => values[name] !== undefined);
  const own: Partial<DirectorySettings> = Object.fromEntries(named.map(([setting, name]) => [setting, values[name]]));
  const fixed = attributesOf(values);
  return {
    settings: { ...own, ...(fixed && { attributes: fixed }) },
    ...(values.LDAP_BIND_PASSWORD !== undefined && { bindPassword: values.LDAP_BIND_PASSWORD }),
  };
}

/** One of them decides all of them: half a mapping of another place makes no sense. */
function attributesOf(values: Values): DirectoryAttributes | undefined {
  const {
    LDAP_USERNAME_ATTRIBUTE: username,
    LDAP_EMAIL_ATTRIBUTE: email,
    LDAP_DISPLAY_NAME_ATTRIBUTE: displayName,
    LDAP_UID_ATTRIBUTE: uid,
  } = values;
  if ([username, email, displayName, uid].every((each) => each === undefined)) return undefined;
  return {
    username: username ?? attributes.username,
    email: email ?? attributes.email,
    displayName: displayName ?? attributes.displayName,
    uid: uid ?? attributes.uid,
  };
}
