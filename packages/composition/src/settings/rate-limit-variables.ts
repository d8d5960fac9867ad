import {
  type RateLimitChanges,
  type RateLimitName,
  type RateLimits,
  rateLimitNames,
  rateLimitsOf,
} from '@backroom/core';
import { integer, type Variable, variable } from './variable.ts';

/** How variables of limits begin; whatever else begins so is a mistake, and nobody would notice it. */
const BEGINNING = 'RATE_LIMIT_';

type Upper<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Uppercase<Head>}_${Upper<Tail>}`
  : Uppercase<Name>;
type PointsName = `RATE_LIMIT_${Upper<RateLimitName>}`;
type LimitVariableName = PointsName | `${PointsName}_SECONDS`;

/** What each limit counts, as people read it. */
const counts: Readonly<Record<RateLimitName, string>> = {
  login: 'failed logins of one name from one address; after that each further one has to wait longer',
  'login-name': 'failed logins of one name from everywhere; after that one try every ten seconds',
  'login-ip': 'failed logins from one address',
  'login-ip-attempts': 'logins from one address, failed or not',
  anonymous: 'requests of one address that end in 401 or ask what everybody may know',
  api: 'requests of one user',
  write: 'changes by one user; each line of a batch is one',
  'ldap-test': 'tests of directory settings by one user',
  bulk: 'imports and exports by one user',
  'application-password': 'wrong application passwords of one name from one address',
  'application-password-ip': 'wrong application passwords from one address',
};

const usual = rateLimitsOf();
const nameOf = (limit: RateLimitName): PointsName =>
  `${BEGINNING}${limit.toUpperCase().replaceAll('-', '_')}` as PointsName;

/** Two variables for each limit. */
export const rateLimitVariables = Object.fromEntries(
  rateLimitNames.flatMap((limit) => [
    [
      nameOf(limit),
      variable(integer(0, 1_000_000), `Most ${counts[limit]}; 0 is no limit.`, {
        byDefault: String(usual[limit].points),
      }),
    ],
    [
      `${nameOf(limit)}_SECONDS`,
      variable(integer(1, 86_400), `The time for which ${nameOf(limit)} counts.`, {
        byDefault: String(usual[limit].seconds),
      }),
    ],
  ]),
) as Readonly<Record<LimitVariableName, Variable<number>>>;

/** The limits that these values make. */
export function readRateLimits(values: Readonly<Partial<Record<LimitVariableName, number>>>): RateLimits {
  const changes: RateLimitChanges = Object.fromEntries(
    rateLimitNames.map((limit) => {
      const [points, seconds] = [values[nameOf(limit)], values[`${nameOf(limit)}_SECONDS`]];
      return [limit, { ...(points !== undefined && { points }), ...(seconds !== undefined && { seconds }) }];
    }),
  );
  return rateLimitsOf(changes);
}

/** Names in an environment that look like limits and are none. */
export const unknownLimits = (names: readonly string[], known: object): readonly string[] =>
  names.filter((name) => name.startsWith(BEGINNING) && !Object.hasOwn(known, name));
