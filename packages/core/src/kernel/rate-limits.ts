import { DomainError } from './errors.ts';
import type { Allowance, RateLimit } from './ports.ts';

/** Every limit there is; `RATE_LIMIT_<NAME>` sets it. */
export const rateLimitNames = [
  'login',
  'login-name',
  'login-ip',
  'login-ip-attempts',
  'anonymous',
  'api',
  'write',
  'ldap-test',
  'bulk',
  'application-password',
  'application-password-ip',
] as const;

/** How a limit is called in settings and headers. */
export type RateLimitName = (typeof rateLimitNames)[number];
/** What an installation allows. */
export type RateLimits = Readonly<Record<RateLimitName, RateLimit>>;
/** What an installation decides about a limit; absent members are as in every installation. */
export type RateLimitChanges = Readonly<
  Partial<Record<RateLimitName, { readonly points?: number; readonly seconds?: number }>>
>;

const MINUTE = 60;
const QUARTER_HOUR = 900;
const HOUR = 3_600;

/** Points and seconds where an installation sets nothing: wide for work, narrow for failed logins only. */
const usual: Readonly<Record<RateLimitName, readonly [points: number, seconds: number]>> = {
  login: [5, MINUTE],
  'login-name': [50, HOUR],
  'login-ip': [60, MINUTE],
  'login-ip-attempts': [300, MINUTE],
  anonymous: [600, MINUTE],
  api: [3_000, MINUTE],
  write: [1_200, MINUTE],
  'ldap-test': [30, MINUTE],
  bulk: [60, HOUR],
  'application-password': [20, QUARTER_HOUR],
  'application-password-ip': [100, QUARTER_HOUR],
};

/** Limits that every request meets: so small a part of them is spent by one process without asking the others. */
const leased: readonly RateLimitName[] = ['anonymous', 'api', 'write'];
const partsOfLease = 60;

/** The limits of an installation. */
export const rateLimitsOf = (changes: RateLimitChanges = {}): RateLimits =>
  Object.fromEntries(rateLimitNames.map((name) => [name, limitOf(name, changes)])) as Record<RateLimitName, RateLimit>;

function limitOf(name: RateLimitName, changes: RateLimitChanges): RateLimit {
  const [usualPoints, usualSeconds] = usual[name];
  const { points = usualPoints, seconds = usualSeconds } = changes[name] ?? {};
  const lease = Math.floor(points / partsOfLease);
  return { name, points, seconds, ...(leased.includes(name) && lease > 1 && { lease }) };
}

/** Too much was asked in too short a time; nothing was done. */
export const rateLimited = (allowance: Allowance): DomainError =>
  new DomainError(
    'rate-limited',
    'rate_limited',
    'Too many requests. Try again when the time in Retry-After is over.',
    {
      retryAfter: Math.max(1, Math.ceil(allowance.resetMs / 1_000)),
      allowance,
    },
  );
