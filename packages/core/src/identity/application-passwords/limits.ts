import type { Origin } from '../../kernel/actor.ts';
import type { DomainError } from '../../kernel/errors.ts';
import { networkOf } from '../../kernel/limits/network.ts';
import { nameKey } from '../../kernel/text.ts';
import type { IdentityPorts } from '../ports.ts';
import { tooManyWrongPasswords } from './errors.ts';

/** Maximum length of a login name. */
const LONGEST_LOGIN = 320;

/** Counts a wrong application password for its name and its network; returns the refusal if a limit is exceeded. */
export async function countWrongPassword(
  { rateLimiter, settings, log }: IdentityPorts,
  { username, origin }: { readonly username: string; readonly origin: Origin },
): Promise<DomainError | undefined> {
  const network = origin.ip === undefined ? '' : networkOf(origin.ip);
  const name = JSON.stringify(nameKey(username.slice(0, LONGEST_LOGIN)));
  const limits = settings.rateLimits;
  try {
    const taken = await Promise.all([
      rateLimiter.take(limits['application-password'], `${name} ${network}`),
      rateLimiter.take(limits['application-password-ip'], network),
    ]);
    const waits = taken.filter(({ isExceeded }) => isExceeded).map(({ resetMs }) => resetMs);
    return waits.length === 0 ? undefined : tooManyWrongPasswords(Math.max(1, Math.ceil(Math.max(...waits) / 1_000)));
  } catch (cause) {
    // The password is refused in any case; a counting failure is only logged.
    log.error('a wrong application password could not be counted', cause);
    return undefined;
  }
}
