import {
  type RateLimitChanges,
  type RateLimitName,
  type RateLimits,
  rateLimitNames,
  rateLimitsOf,
} from '@backroom/core/kernel';
import { integer, type Variable, variable } from './variable.ts';

/** Prefix of the variables of rate limits; unknown variables with it are refused as misspellings. */
const PREFIX = 'RATE_LIMIT_';

type Upper<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Uppercase<Head>}_${Upper<Tail>}`
  : Uppercase<Name>;
type PointsName = `RATE_LIMIT_${Upper<RateLimitName>}`;
type LimitVariableName = PointsName | `${PointsName}_SECONDS`;

/** The events that each limit counts, for the documentation. */
const counts: Readonly<Record<RateLimitName, string>> = {
  login: 'failed logins of one name from one address; then each further one is delayed longer',
  'login-name':
    'failed logins of one name from all addresses and browsers without a successful login of that name in the last 14 days; then they have one try every ten seconds',
  'login-ip': 'failed logins from one address',
  'login-ip-attempts': 'logins from one address, failed or not',
  anonymous: 'requests of one address that end in 401 or are for public routes',
  api: 'requests of one user',
  write: 'changes by one user; each line of a batch is one',
  'ldap-test': 'tests of directory settings by one user',
  bulk: 'imports and exports by one user',
  'application-password': 'wrong application passwords of one name from one address',
  'application-password-ip': 'wrong application passwords from one address',
  'oembed-proxy': 'addresses for which one user makes the embed proxy ask another server',
  'qr-login-token': 'codes for a phone by one user',
  'qr-login-scan': 'scans of valid codes from one address',
  'qr-login-scan-invalid': 'scans of unknown codes from one address',
  'qr-login-status': 'status requests of one user for codes',
  'qr-login-approve': 'choices of a number by one user',
  'qr-login-session': 'status requests of one phone',
  'qr-login-exchange': 'exchanges of one code for a password',
  'qr-login-exchange-ip': 'exchanges of valid codes from one address',
  'qr-login-exchange-invalid': 'exchanges of unknown codes from one address',
  'qr-login-revoke': 'phones signed out by one user',
  'magic-link': 'sign-in links mailed to one user',
  'licence-key': 'licence keys connected, and orders made, by one user',
  connector: 'requests to be paired, reports of errors and refused signatures from one address',
  'connector-verify': 'errors of the connector that one address confirms',
};

const usual = rateLimitsOf();
const nameOf = (limit: RateLimitName): PointsName =>
  `${PREFIX}${limit.toUpperCase().replaceAll('-', '_')}` as PointsName;

/** Two variables for each limit. */
export const rateLimitVariables = Object.fromEntries(
  rateLimitNames.flatMap((limit) => [
    [
      nameOf(limit),
      variable(integer(0, 1_000_000), `Maximum ${counts[limit]}; 0 is no limit.`, {
        defaultValue: String(usual[limit].points),
      }),
    ],
    [
      `${nameOf(limit)}_SECONDS`,
      variable(integer(1, 86_400), `The time for which ${nameOf(limit)} counts.`, {
        defaultValue: String(usual[limit].seconds),
      }),
    ],
  ]),
) as Readonly<Record<LimitVariableName, Variable<number>>>;

/** The rate limits, with defaults for variables that are not set. */
export function readRateLimits(values: Readonly<Partial<Record<LimitVariableName, number>>>): RateLimits {
  const changes: RateLimitChanges = Object.fromEntries(
    rateLimitNames.map((limit) => {
      const points = values[nameOf(limit)];
      const seconds = values[`${nameOf(limit)}_SECONDS`];
      return [limit, { ...(points !== undefined && { points }), ...(seconds !== undefined && { seconds }) }];
    }),
  );
  return rateLimitsOf(changes);
}

/** Names with the prefix of rate limits that are not known variables. */
export const unknownLimits = (names: readonly string[], known: object): readonly string[] =>
  names.filter((name) => name.startsWith(PREFIX) && !Object.hasOwn(known, name));
