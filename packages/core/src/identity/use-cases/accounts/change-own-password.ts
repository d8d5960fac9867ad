import { userIdOf } from '../../../kernel/actor.ts';
import { notFound } from '../../../kernel/errors.ts';
import { useCase } from '../../../kernel/use-case.ts';
import { acceptPassword } from '../../accounts/accept-password.ts';
import { accountTarget } from '../../accounts/audit-details.ts';
import type { User } from '../../accounts/user.ts';
import { currentPasswordIncorrect, managedByDirectory } from '../../errors.ts';
import type { IdentityPorts, StoredPassword } from '../../ports.ts';
import { type IssuedToken, issueToken } from '../../sessions/issue-token.ts';
import { limitLogin } from '../../sessions/login-limits.ts';

/** The current and the new password. */
export interface ChangeOwnPasswordInput {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Changes the caller's password, ends all older sessions and opens a new one. A wrong current password counts as a failed
 * login, so that the password cannot be guessed through a hijacked session.
 * @throws DomainError `managed_by_directory`, `current_password_incorrect`, `rate_limited`, `too_short`,, `password_contains_username`
 * `password_too_common`
 */
export const changeOwnPassword = useCase(
  {
    access: 'own-session',
    effect: 'write',
    transaction: 'own',
    audit: 'password.change',
    refusals: {
      conflict: ['managed_by_directory'],
      invalid: ['current_password_incorrect', 'too_short', 'password_too_common', 'password_contains_username'],
    },
  },
  (ports: IdentityPorts) =>
    async (actor, input: ChangeOwnPasswordInput, { note }): Promise<IssuedToken> => {
      const { users } = ports;
      note({ ...accountTarget({ userId: userIdOf(actor) }), changes: { password: true } });
      const user = await users.find(userIdOf(actor));
      if (!user) throw notFound('user');
      if (user.source === 'ldap') throw managedByDirectory();
      await limitLogin(ports, { username: user.username, ip: actor.origin.ip }, () => prove(ports, user, input));
      const password = await acceptPassword(ports, user.username, input.newPassword, 'newPassword');
      return ports.unitOfWork.run(() => change(ports, user, password));
    },
);

async function prove(
  { users, passwords }: IdentityPorts,
  { userId }: User,
  { currentPassword }: ChangeOwnPasswordInput,
): Promise<void> {
  const stored = await users.passwordOf(userId);
  if (!(await passwords.verify(currentPassword, stored?.hash))) throw currentPasswordIncorrect();
}

async function change(ports: IdentityPorts, user: User, password: StoredPassword): Promise<IssuedToken> {
  const { users, clock } = ports;
  const tokenVersion = await users.raiseTokenVersion(user.userId);
  const updated = await users.update(user.userId, { password, mustChangePassword: false }, clock.now());
  return issueToken(ports, updated ?? user, tokenVersion);
}
