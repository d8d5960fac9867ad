import { userIdOf } from '../../kernel/actor.ts';
import { notFound } from '../../kernel/errors.ts';
import { command } from '../../kernel/use-case.ts';
import { acceptPassword } from '../accept-password.ts';
import { currentPasswordIncorrect, managedByDirectory } from '../errors.ts';
import { type IssuedToken, issueToken } from '../issue-token.ts';
import type { IdentityPorts } from '../ports.ts';

/** The password as it is and as it shall be. */
export interface ChangeOwnPasswordInput {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Sets a new password for whoever is asking, ends all older sessions and opens a new one.
 * @throws DomainError `managed_by_directory`, `current_password_incorrect`, `too_short`, `password_too_common`
 */
export const changeOwnPassword = command(
  'own-session',
  (ports: IdentityPorts) =>
    async (actor, input: ChangeOwnPasswordInput): Promise<IssuedToken> => {
      const { users, passwords, clock } = ports;
      const user = await users.find(userIdOf(actor));
      if (!user) throw notFound('user');
      if (user.source === 'ldap') throw managedByDirectory();
      const stored = await users.passwordOf(user.userId);
      if (!(await passwords.verify(input.currentPassword, stored?.hash))) throw currentPasswordIncorrect();
      const password = await acceptPassword(ports, user.username, input.newPassword, 'newPassword');
      const tokenVersion = await users.raiseTokenVersion(user.userId);
      const updated = await users.update(user.userId, { password, mustChangePassword: false }, clock.now());
      return issueToken(ports, updated ?? user, tokenVersion);
    },
);
