import type { Actor, Origin } from '../../../kernel/actor.ts';
import { capabilitiesOf } from '../../../kernel/capability.ts';
import { useCase } from '../../../kernel/use-case.ts';
import {
  type ApplicationPasswordHolder,
  type HashedApplicationPassword,
  isExpired,
  isLimited,
  isLogin,
  lookupOf,
  offersApplicationPasswords,
  plainSecret,
  USE_RECORD_INTERVAL,
} from '../../application-passwords/application-password.ts';
import {
  applicationPasswordExpired,
  applicationPasswordsRefused,
  incorrectPassword,
} from '../../application-passwords/errors.ts';
import { countWrongPassword } from '../../application-passwords/limits.ts';
import type { IdentityPorts } from '../../ports.ts';

/** The credentials of a request, and its origin. */
export interface AuthenticateApplicationPasswordInput {
  /** Username, or an e-mail address that exactly one active user has. */
  readonly username: string;
  /** Characters other than letters and digits are ignored. */
  readonly password: string;
  readonly origin: Origin;
}

interface VerifiedPassword {
  readonly user: ApplicationPasswordHolder['user'];
  readonly password: HashedApplicationPassword;
}

/**
 * Authenticates an application password; returns its account with the current capabilities, limited by the scopes.
 *
 * The password of the account is never accepted. A correct password is accepted even above the rate limit: it cannot be
 * guessed, and clients that share an address with an attacker are not affected.
 * @throws DomainError `incorrect_password`, `application_password_expired`, `application_passwords_disabled`, `rate_limit_exceeded`
 */
export const authenticateApplicationPassword = useCase(
  {
    access: 'anyone',
    effect: 'write',
    transaction: 'own',
    refusals: {
      unauthenticated: ['incorrect_password', 'application_password_expired'],
      'switched-off': ['application_passwords_disabled'],
      'rate-limited': ['rate_limit_exceeded'],
    },
  },
  (ports: IdentityPorts) =>
    async (_, input: AuthenticateApplicationPasswordInput): Promise<Actor> => {
      const { origin } = input;
      if (!offersApplicationPasswords(ports.settings, { via: 'application_password', origin }))
        throw applicationPasswordsRefused();
      const found = await verifyPassword(ports, input);
      if (!found) {
        ports.events.publish({ type: 'application_password.auth_failed', username: input.username, ip: origin.ip });
        throw (await countWrongPassword(ports, input)) ?? incorrectPassword();
      }
      if (isExpired(found.password, ports.clock.now())) throw applicationPasswordExpired();
      recordUse(ports, found, origin);
      return actorOf(ports, found, origin);
    },
);

async function verifyPassword(
  { applicationPasswords, secretDigest }: IdentityPorts,
  { username, password }: AuthenticateApplicationPasswordInput,
): Promise<VerifiedPassword | undefined> {
  const secret = plainSecret(password);
  if (secret === undefined || !isLogin(username)) return undefined;
  const digest = secretDigest.of(secret);
  const holder = await applicationPasswords.forLogin(username, lookupOf(digest));
  const known = holder?.passwords.find(({ hash }) => secretDigest.areSame(hash, digest));
  if (!holder?.user.isActive || holder.user.isSystem || !known) return undefined;
  return { user: holder.user, password: known };
}

/** Not awaited: neither delays nor fails the request. */
function recordUse(
  { applicationPasswords, clock, events, unitOfWork }: IdentityPorts,
  { user, password }: VerifiedPassword,
  { ip = null as string | null }: { readonly ip?: string | null },
): void {
  const at = clock.now();
  const unlessSince = new Date(at.getTime() - USE_RECORD_INTERVAL);
  events.publish({ type: 'application_password.used', userId: user.userId, uuid: password.uuid, ip });
  if (password.lastUsedAt !== null && password.lastUsedAt > unlessSince) return;
  unitOfWork.afterCommit(() => applicationPasswords.recordUse(password.uuid, { at, ip }, unlessSince));
}

function actorOf({ settings }: IdentityPorts, { user, password }: VerifiedPassword, origin: Origin): Actor {
  const all = capabilitiesOf(user.role, settings.memberAccess, user.shopRole);
  const { scopes } = password;
  return {
    userId: user.userId,
    username: user.username,
    role: user.role,
    capabilities: scopes === null ? all : new Set(scopes.filter((scope) => all.has(scope))),
    via: 'application_password',
    mustChangePassword: user.mustChangePassword,
    credential: { id: password.uuid, expiresAt: password.expiresAt, isLimited: isLimited(password) },
    origin,
  };
}
