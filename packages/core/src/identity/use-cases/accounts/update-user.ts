import type { Actor } from '../../../kernel/actor.ts';
import type { AuditNote } from '../../../kernel/audit.ts';
import { changesOf, demandVersion, type ExpectedVersions } from '../../../kernel/change.ts';
import { invalidField, notFound } from '../../../kernel/errors.ts';
import { useCase } from '../../../kernel/use-case.ts';
import { demandAcceptable } from '../../accounts/accept-password.ts';
import { demandAdministrators } from '../../accounts/administrators.ts';
import { accountChanges, accountTarget } from '../../accounts/audit-details.ts';
import { roleOf } from '../../accounts/role.ts';
import { acceptUsername, type User } from '../../accounts/user.ts';
import { passwordNotAllowed, systemUserIsFixed } from '../../errors.ts';
import type { IdentityPorts, StoredPassword, UserChanges } from '../../ports.ts';
import type { CreateUserInput } from './create-user.ts';

/** A partial change of an account; absent members keep their values. */
export interface UpdateUserInput extends Partial<CreateUserInput> {
  readonly id: number;
  readonly mustChangePassword?: boolean;
  readonly expectedVersions?: ExpectedVersions;
  /** Allows the removal of the last administrator; for the command line. */
  readonly force?: boolean;
}

/**
 * Changes an account. A new password, another source or deactivation ends its sessions; a new role takes effect at once
 * without. Deactivation also deletes its application passwords; reactivation does not restore them.
 * @throws DomainError `not_found`, `precondition_failed`, `username_taken`, `last_admin`, `self_removal_forbidden`, `system_user_is_fixed`, `not_allowed`, `contradiction`
 */
export const updateUser = useCase(
  {
    access: 'manage_users',
    effect: 'write',
    transaction: 'own',
    repeats: 'answer',
    audit: 'user.update',
    refusals: {
      'not-found': ['not_found'],
      conflict: ['username_taken', 'last_admin', 'self_removal_forbidden', 'system_user_is_fixed'],
      invalid: ['not_allowed', 'contradiction'],
    },
  },
  (ports: IdentityPorts) =>
    async (actor, input: UpdateUserInput, { note, inUnit }): Promise<User> => {
      note(accountTarget({ userId: input.id }));
      const hash = input.password === undefined ? undefined : await ports.passwords.hash(input.password);
      return inUnit(() => update(ports, { actor, input, hash, note }));
    },
);

interface Update {
  readonly actor: Actor;
  readonly input: UpdateUserInput;
  /** Hash of the new password, which is not validated yet. */
  readonly hash: string | undefined;
  readonly note: AuditNote;
}

async function update(ports: IdentityPorts, { actor, input, hash, note }: Update): Promise<User> {
  await ports.users.holdAdministrators();
  const current = await ports.users.findForChange(input.id);
  if (!current || current.deletedAt !== null) throw notFound('user');
  demandVersion(current, input.expectedVersions);
  if (current.isSystem) throw systemUserIsFixed();

  const changes = wantedChanges(ports, current, { ...input, hash });
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
}

async function endApplicationPasswords(
  { applicationPasswords, events }: IdentityPorts,
  { userId }: User,
): Promise<number> {
  const count = await applicationPasswords.removeAll(userId);
  if (count > 0) events.publish({ type: 'application_password.deleted', userId });
  return count;
}

type HashedInput = UpdateUserInput & Pick<Update, 'hash'>;

function wantedChanges(ports: IdentityPorts, current: User, input: HashedInput): UserChanges {
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
  const password = passwordChange(ports, after, { movesTo: changes.source, ...input });
  if (password === undefined) return changes;
  const mustChange = !isOfDirectory && (mustChangePassword ?? false);
  // A changed source unlinks the account from its person at the directory.
  return { ...changes, ...(changes.source && { externalId: null }), mustChangePassword: mustChange, password };
}

function passwordChange(
  ports: IdentityPorts,
  user: User,
  {
    movesTo,
    password,
    hash,
  }: Pick<HashedInput, 'password' | 'hash'> & { readonly movesTo: User['source'] | undefined },
): StoredPassword | null | undefined {
  if (user.source === 'ldap' && password !== undefined) throw passwordNotAllowed();
  if (movesTo === 'ldap') return null;
  if (password !== undefined && hash !== undefined) {
    demandAcceptable(ports, user.username, password);
    return { hash, expiresAt: null };
  }
  if (movesTo === 'local') throw invalidField('password', 'required', 'A local user needs a password.');
  return undefined;
}
