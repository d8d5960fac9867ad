import { DomainError } from '../errors.ts';
import type { Allowance, RateLimit } from '../ports.ts';

/** The names of all rate limits; `RATE_LIMIT_<NAME>` configures one. */
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
  'oembed-proxy',
  'qr-login-token',
  'qr-login-scan',
  'qr-login-scan-invalid',
  'qr-login-status',
  'qr-login-approve',
  'qr-login-session',
  'qr-login-exchange',
  'qr-login-exchange-ip',
  'qr-login-exchange-invalid',
  'qr-login-revoke',
  'magic-link',
  'licence-key',
  'connector',
  'connector-verify',
] as const;

/** The name of a rate limit in settings and headers. */
export type RateLimitName = (typeof rateLimitNames)[number];
export type RateLimits = Readonly<Record<RateLimitName, RateLimit>>;
/** The configured limits; absent members have their defaults. */
export type RateLimitChanges = Readonly<
  Partial<Record<RateLimitName, { readonly points?: number; readonly seconds?: number }>>
>;

const MINUTE = 60;
const QUARTER_HOUR = 900;
const HOUR = 3_600;

/** Default points and seconds: generous for work, strict for failed logins only. */
const defaults: Readonly<Record<RateLimitName, readonly [points: number, seconds: number]>> = {
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
  'oembed-proxy': [60, QUARTER_HOUR],
  'qr-login-token': [5, QUARTER_HOUR],
  'qr-login-scan': [10, QUARTER_HOUR],
  'qr-login-scan-invalid': [100, QUARTER_HOUR],
  'qr-login-status': [600, QUARTER_HOUR],
  'qr-login-approve': [20, QUARTER_HOUR],
  'qr-login-session': [60, QUARTER_HOUR],
  'qr-login-exchange': [10, QUARTER_HOUR],
  'qr-login-exchange-ip': [1_000, QUARTER_HOUR],
  'qr-login-exchange-invalid': [100, QUARTER_HOUR],
  'qr-login-revoke': [10, QUARTER_HOUR],
  'magic-link': [3, QUARTER_HOUR],
  'licence-key': [60, QUARTER_HOUR],
  connector: [60, QUARTER_HOUR],
  'connector-verify': [60, QUARTER_HOUR],
};

/** Limits of every request: a process leases this fraction of their points and spends it without the shared counter. */
const leased: readonly RateLimitName[] = ['anonymous', 'api', 'write'];
const LEASES_PER_WINDOW = 60;

/** The effective limits of an installation. */
export const rateLimitsOf = (changes: RateLimitChanges = {}): RateLimits =>
  Object.fromEntries(rateLimitNames.map((name) => [name, limitOf(name, changes)])) as Record<RateLimitName, RateLimit>;

function limitOf(name: RateLimitName, changes: RateLimitChanges): RateLimit {
  const [defaultPoints, defaultSeconds] = defaults[name];
  const { points = defaultPoints, seconds = defaultSeconds } = changes[name] ?? {};
  const lease = Math.floor(points / LEASES_PER_WINDOW);
  return { name, points, seconds, ...(leased.includes(name) && lease > 1 && { lease }) };
}

/** The rate limit is exceeded; nothing was done. */
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
