import { userIdOf } from '../../../kernel/actor.ts';
import { changesOf, demandVersion, type ExpectedVersions } from '../../../kernel/change.ts';
import { notFound } from '../../../kernel/errors.ts';
import { useCase } from '../../../kernel/use-case.ts';
import { accountChanges, accountTarget } from '../../accounts/audit-details.ts';
import type { User } from '../../accounts/user.ts';
import { fieldForbidden, managedByDirectory } from '../../errors.ts';
import type { IdentityPorts } from '../../ports.ts';

/** The members that users may change themselves; the others are declared to be refused. */
export interface UpdateOwnProfileInput {
  readonly displayName?: string | null;
  readonly email?: string | null;
  readonly expectedVersions?: ExpectedVersions;
  readonly username?: unknown;
  readonly role?: unknown;
  readonly isAdmin?: unknown;
  readonly shopRole?: unknown;
  readonly isActive?: unknown;
  readonly source?: unknown;
  readonly mustChangePassword?: unknown;
  readonly password?: unknown;
}

const forbidden = [
  'username',
  'role',
  'isAdmin',
  'shopRole',
  'isActive',
  'source',
  'mustChangePassword',
  'password',
] as const;

/**
 * Changes the caller's display name or e-mail address.
 * @throws DomainError `field_forbidden`, `managed_by_directory`, `precondition_failed`
 */
export const updateOwnProfile = useCase(
  {
    access: 'signed-in',
    effect: 'write',
    audit: 'user.update',
    refusals: { forbidden: ['field_forbidden'], conflict: ['managed_by_directory'] },
  },
  ({ users, clock }: IdentityPorts) =>
    async (actor, input: UpdateOwnProfileInput, { note }): Promise<User> => {
      note(accountTarget({ userId: userIdOf(actor) }));
      const refused = forbidden.find((member) => input[member] !== undefined);
      if (refused) throw fieldForbidden(refused);
      const user = await users.findForChange(userIdOf(actor));
      if (!user) throw notFound('user');
      demandVersion(user, input.expectedVersions);
      if (user.source === 'ldap') throw managedByDirectory();
      const changes = changesOf<User>(user, { displayName: input.displayName, email: input.email });
      note({ changes: accountChanges(user, changes), isIdle: Object.keys(changes).length === 0 });
      if (Object.keys(changes).length === 0) return user;
      return (await users.update(user.userId, changes, clock.now())) ?? user;
    },
);
