import { type Actor, userIdOf } from '../../kernel/actor.ts';
import type { AuditNote } from '../../kernel/audit.ts';
import { notFound } from '../../kernel/errors.ts';
import { currentPasswordIncorrect, managedByDirectory } from '../errors.ts';
import type { IdentityPorts, StoredPassword } from '../ports.ts';
import { newSession } from '../sessions/browser-session.ts';
import { type IssuedToken, issueToken } from '../sessions/issue-token.ts';
import { limitLogin } from '../sessions/login-limits.ts';
import { acceptPassword } from './accept-password.ts';
import { accountTarget } from './audit-details.ts';
import type { User } from './user.ts';

/** The current and the new password. */
export interface ChangeOwnPasswordInput {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Changes the caller's password, ends all older sessions and opens a new one, which is a browser session if the caller has one.
 * @throws DomainError `managed_by_directory`, `current_password_incorrect`, `rate_limited`, `too_short`, `password_contains_username`,
 * `password_too_common`
 */
export async function replaceOwnPassword(
  ports: IdentityPorts,
  { actor, note }: { readonly actor: Actor; readonly note: AuditNote },
  input: ChangeOwnPasswordInput,
): Promise<IssuedToken> {
  note({ ...accountTarget({ userId: userIdOf(actor) }), changes: { password: true } });
  const user = await ports.users.find(userIdOf(actor));
  if (!user) throw notFound('user');
  if (user.source === 'ldap') throw managedByDirectory();
  await limitLogin(ports, { username: user.username, ip: actor.origin.ip }, () => prove(ports, user, input));
  const password = await acceptPassword(ports, user.username, input.newPassword, 'newPassword');
  const isSession = actor.session !== undefined;
  return ports.unitOfWork.run(() => change(ports, user, { password, isSession }));
}

async function prove(
  { users, passwords }: IdentityPorts,
  { userId }: User,
  { currentPassword }: ChangeOwnPasswordInput,
): Promise<void> {
  const stored = await users.passwordOf(userId);
  if (!(await passwords.verify(currentPassword, stored?.hash))) throw currentPasswordIncorrect();
}

async function change(
  ports: IdentityPorts,
  user: User,
  { password, isSession }: { readonly password: StoredPassword; readonly isSession: boolean },
): Promise<IssuedToken> {
  const { users, clock } = ports;
  const tokenVersion = await users.raiseTokenVersion(user.userId);
  const updated = await users.update(user.userId, { password, mustChangePassword: false }, clock.now());
  return issueToken(ports, { user: updated ?? user, tokenVersion }, isSession ? newSession(ports) : undefined);
}
