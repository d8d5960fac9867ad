import { changesOf, demandVersion, type ExpectedVersions } from '../../kernel/change.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import { command } from '../../kernel/use-case.ts';
import { acceptPassword } from '../accept-password.ts';
import { demandAdministrators } from '../administrators.ts';
import { accountChanges, accountFacts } from '../audit-facts.ts';
import { passwordNotAllowed, systemUserIsFixed } from '../errors.ts';
import type { IdentityPorts, StoredPassword, UserChanges } from '../ports.ts';
import { roleOf } from '../role.ts';
import { acceptUsername, type User } from '../user.ts';
import type { CreateUserInput } from './create-user.ts';

/** What to change about an account; absent members stay as they are. */
export interface UpdateUserInput extends Partial<CreateUserInput> {
  readonly id: number;
  readonly mustChangePassword?: boolean;
  readonly expectedVersions?: ExpectedVersions;
  /** Lets the last administrator go; for whoever runs the machine. */
  readonly force?: boolean;
}

/**
 * Changes an account. A new password, another source or deactivation ends its sessions; a new role acts at once without.
 * Deactivation also deletes its application passwords; enabling it again does not bring them back.
 * @throws DomainError `not_found`, `precondition_failed`, `username_taken`, `last_admin`, `self_removal_forbidden`
 */
export const updateUser = command(
  'manage_users',
  (ports: IdentityPorts) =>
    async (actor, input: UpdateUserInput, note): Promise<User> => {
      note(accountFacts({ userId: input.id }));
      await ports.users.holdAdministrators();
      const current = await ports.users.find(input.id);
      if (!current || current.deletedAt !== null) throw notFound('user');
      demandVersion(current, input.expectedVersions);
      if (current.isSystem) throw systemUserIsFixed();

      const changes = await wantedChanges(ports, current, input);
      const isIdle = Object.keys(changes).length === 0;
      note({ changes: accountChanges(current, changes), isIdle, ...(input.force && { reason: 'forced' }) });
      if (isIdle) return current;
      await demandAdministrators(ports, actor, {
        before: current,
        after: { ...current, ...changes },
        force: input.force,
      });

      const endsSessions = changes.password !== undefined || changes.source !== undefined || changes.isActive === false;
      if (endsSessions) await ports.users.raiseTokenVersion(current.userId);
      const ended = changes.isActive === false ? await endApplicationPasswords(ports, current) : 0;
      if (ended > 0)
        note({ changes: { ...accountChanges(current, changes), application_passwords: { from: ended, to: 0 } } });
      const updated = await ports.users.update(current.userId, changes, ports.clock.now());
      ports.events.publish({ type: 'user.updated', userId: current.userId });
      return updated ?? current;
    },
  { audit: 'user.update' },
);

async function endApplicationPasswords(
  { applicationPasswords, events }: IdentityPorts,
  { userId }: User,
): Promise<number> {
  const count = await applicationPasswords.removeAll(userId);
  if (count > 0) events.publish({ type: 'application_password.deleted', userId });
  return count;
}

async function wantedChanges(ports: IdentityPorts, current: User, input: UpdateUserInput): Promise<UserChanges> {
  const { displayName, email, shopRole, isActive, source, mustChangePassword } = input;
  const username = input.username === undefined ? undefined : acceptUsername(input.username);
  const role = roleOf(input);
  const changes = changesOf<User>(current, {
    username,
    displayName,
    email,
    role,
    shopRole,
    isActive,
    source,
    mustChangePassword,
  });
  const after = { ...current, ...changes };
  const isOfDirectory = after.source === 'ldap';
  if (isOfDirectory && changes.mustChangePassword) throw passwordNotAllowed('mustChangePassword');
  const password = await passwordChange(ports, after, { movesTo: changes.source, password: input.password });
  if (password === undefined) return changes;
  const mustChange = !isOfDirectory && (mustChangePassword ?? false);
  // Whoever moves is nobody yet to the directory they come to, and nobody any more to the one they leave.
  return { ...changes, ...(changes.source && { externalId: null }), mustChangePassword: mustChange, password };
}

async function passwordChange(
  ports: IdentityPorts,
  user: User,
  { movesTo, password }: { readonly movesTo: User['source'] | undefined; readonly password: string | undefined },
): Promise<StoredPassword | null | undefined> {
  if (user.source === 'ldap' && password !== undefined) throw passwordNotAllowed();
  if (movesTo === 'ldap') return null;
  if (password !== undefined) return acceptPassword(ports, user.username, password);
  if (movesTo === 'local') throw invalidField('password', 'required', 'A local user needs a password.');
  return undefined;
}
