import { optionNames } from '../back-office/index.ts';
import {
  applicationPasswordForbidden,
  isSafeTransport,
  offersApplicationPasswords,
  type User,
} from '../identity/index.ts';
import type { Actor } from '../kernel/actor.ts';
import { capabilitiesOf } from '../kernel/capability.ts';
import { networkOf } from '../kernel/limits/network.ts';
import { type RateLimitName, rateLimited } from '../kernel/limits/rate-limits.ts';
import type { CoreSettings } from '../kernel/settings.ts';
import type { SignInAttempt } from './attempt.ts';
import { applicationPasswordsUnavailable, insecureSiteUrl, sslRequired } from './errors.ts';
import type { PhonesPorts } from './ports.ts';

/** Refuses requests over unencrypted connections, except on a local site. */
export function demandSecure(settings: CoreSettings, actor: Actor): void {
  if (!isSafeTransport(settings, actor)) throw sslRequired();
}

/** Refuses public addresses of the site that are not HTTPS, except on a local site. */
export function demandSecureSite({ siteEnvironment }: CoreSettings, ...addresses: readonly string[]): void {
  if (siteEnvironment === 'local') return;
  if (addresses.some((address) => !address.toLowerCase().startsWith('https://'))) throw insecureSiteUrl();
}

/** Refuses while application passwords are switched off. */
export function demandPasswords(settings: CoreSettings, actor: Actor): void {
  if (!offersApplicationPasswords(settings, actor)) throw applicationPasswordsUnavailable();
}

/** A limited credential must not be exchanged for a password that grants more. */
export function demandFullCredential({ credential }: Actor): void {
  if (credential?.isLimited) throw applicationPasswordForbidden('create');
}

/** Whether an account may sign in a phone: active, with its own password, and a manager of the shop. */
export const mayHavePhones = (
  { memberAccess }: CoreSettings,
  { isActive, isSystem, mustChangePassword, role, shopRole }: User,
): boolean =>
  isActive && !isSystem && !mustChangePassword && capabilitiesOf(role, memberAccess, shopRole).has('manage_store');

/**
 * Counts a request against one limit. Unlike the limits of ordinary requests it fails closed: if counting fails, the
 * request does.
 * @throws DomainError `rate_limited`
 */
export async function takeLimit(
  { rateLimiter, settings }: Pick<PhonesPorts, 'rateLimiter' | 'settings'>,
  name: RateLimitName,
  key: string | number,
): Promise<void> {
  const allowance = await rateLimiter.take(settings.rateLimits[name], String(key));
  if (allowance.isExceeded) throw rateLimited(allowance);
}

/** The key of limits per address: the address, for IPv6 its network; requests without a network share one. */
export const addressKey = ({ origin: { ip } }: Actor): string => (ip === undefined ? '' : networkOf(ip));

/** Whether sign-in by a link in a mail is switched on; it is off by default. */
export async function hasMagicLinks({ options }: Pick<PhonesPorts, 'options'>): Promise<boolean> {
  const name = optionNames.magicLinkEnabled;
  return (await options.read([name])).get(name) === 'yes';
}

/** Whether tokens of this kind are accepted now: codes always, links while they are switched on. */
export const acceptsMethod = async (
  ports: Pick<PhonesPorts, 'options'>,
  { method }: Pick<SignInAttempt, 'method'>,
): Promise<boolean> => method === 'qr' || hasMagicLinks(ports);

/** Whether the user gets a mail after a phone has signed in; switched on by default. */
export async function hasSignInMail({ options }: Pick<PhonesPorts, 'options'>): Promise<boolean> {
  const name = optionNames.phoneSignInMail;
  return (await options.read([name])).get(name) !== 'no';
}
