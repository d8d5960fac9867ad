import type { DirectoryAttributes, DirectorySettings, FixedDirectorySettings } from '@backroom/core/identity';
import { defaultDirectorySettings } from '@backroom/core/identity';
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
const timeout = integer(100, 60_000);
const { attributes } = defaultDirectorySettings;

/** Directory settings fixed by the environment; all others can be saved through the interface. */
export const directoryVariables = {
  LDAP_ENABLED: variable(flag, 'Lets people of the directory sign in.'),
  LDAP_URL: variable(addresses, 'The addresses of the directory, ldap:// or ldaps://, separated by commas.'),
  LDAP_START_TLS: variable(flag, 'Encrypt connections to ldap:// addresses.'),
  LDAP_TLS_VERIFY: variable(flag, 'Accept only certificates that a trusted authority has signed.'),
  LDAP_TLS_SERVER_NAME: variable(text, 'The name in the certificate of the directory, where it is not its host.'),
  LDAP_CA_CERTIFICATE: variable(text, 'The trusted authorities in place of the default ones, as PEM text.'),
  LDAP_ALLOW_PLAINTEXT: variable(flag, 'Lets passwords travel to the directory unencrypted.'),
  LDAP_BIND_DN: variable(text, 'The service account that searches the directory.'),
  LDAP_BIND_PASSWORD: variable(
    text,
    'Its password. The whole connection then comes from the environment, so that the password is sent nowhere else.',
    { isSecret: true },
  ),
  LDAP_BASE_DN: variable(text, 'The search base for people.'),
  LDAP_USER_FILTER: variable(text, 'The search filter for people; {username} is replaced by the name.'),
  LDAP_USERNAME_ATTRIBUTE: variable(text, 'The attribute with the username, uid by default.'),
  LDAP_EMAIL_ATTRIBUTE: variable(text, 'The attribute with the e-mail address, mail by default.'),
  LDAP_DISPLAY_NAME_ATTRIBUTE: variable(text, 'The attribute with the full name, displayName by default.'),
  LDAP_UID_ATTRIBUTE: variable(text, 'The attribute with the immutable identifier, entryUUID by default.'),
  LDAP_REQUIRED_GROUP_DN: variable(text, 'Only members of this group may sign in.'),
  LDAP_ADMIN_GROUP_DN: variable(text, 'Members of this group are administrators.'),
  LDAP_GROUP_MODE: variable(
    oneOf(['member_of', 'group_search']),
    'Whether entries of people list their groups, or entries of groups their members.',
  ),
  LDAP_GROUP_BASE_DN: variable(text, 'The search base for groups.'),
  LDAP_GROUP_FILTER: variable(text, 'The search filter for groups; {dn} is replaced by the name of the member.'),
  LDAP_NESTED_GROUPS: variable(oneOf(['none', 'ad_rule', 'recursive']), 'How nested groups are resolved.'),
  LDAP_AUTO_CREATE: variable(flag, 'Makes an account at the first good login.'),
  LDAP_CONNECT_TIMEOUT_MS: variable(timeout, 'Timeout of a connection attempt, in milliseconds.'),
  LDAP_OPERATION_TIMEOUT_MS: variable(timeout, 'Timeout of an operation, in milliseconds.'),
  LDAP_SYNC_ENABLED: variable(flag, 'Brings accounts in line with the directory from time to time.'),
  LDAP_SYNC_INTERVAL_MINUTES: variable(integer(1, 10_080), 'The interval between synchronisations, in minutes.'),
  LDAP_SYNC_MISSING: variable(
    oneOf(['ignore', 'deactivate']),
    'What becomes of accounts whose person is gone from the directory.',
  ),
  LDAP_ALLOWED_HOSTS: variable(
    list,
    'Permitted hosts and networks (CIDR) of directories, separated by commas; any by default.',
  ),
} as const;

type DirectoryValues = {
  readonly [K in keyof typeof directoryVariables]?: v.InferOutput<(typeof directoryVariables)[K]['read']>;
};

/** The variable of each setting. */
const variableOf = {
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
} as const satisfies Partial<Record<keyof DirectorySettings, keyof DirectoryValues>>;

/** The directory settings that the environment fixes. */
export function fixedDirectoryOf(values: DirectoryValues): FixedDirectorySettings {
  const named = Object.entries(variableOf).filter(([, name]) => values[name] !== undefined);
  const own: Partial<DirectorySettings> = Object.fromEntries(named.map(([setting, name]) => [setting, values[name]]));
  const fixed = attributesOf(values);
  return {
    settings: { ...own, ...(fixed && { attributes: fixed }) },
    ...(values.LDAP_BIND_PASSWORD !== undefined && { bindPassword: values.LDAP_BIND_PASSWORD }),
  };
}

/** One of these variables fixes all attributes: a mapping from two sources would be inconsistent. */
function attributesOf(values: DirectoryValues): DirectoryAttributes | undefined {
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
