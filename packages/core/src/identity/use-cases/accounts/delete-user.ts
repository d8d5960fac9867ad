import { demandVersion, type ExpectedVersions } from '../../../kernel/change.ts';
import { notFound } from '../../../kernel/errors.ts';
import { useCase } from '../../../kernel/use-case.ts';
import { demandAdministrators } from '../../accounts/administrators.ts';
import { accountTarget } from '../../accounts/audit-details.ts';
import { systemUserIsFixed } from '../../errors.ts';
import type { IdentityPorts } from '../../ports.ts';

/** The account to delete. */
export interface DeleteUserInput {
  readonly id: number;
  readonly expectedVersions?: ExpectedVersions;
  /** Allows the removal of the last administrator; for the command line. */
  readonly force?: boolean;
}

/**
 * Deletes an account with the mails to it, and ends its sessions. If permanent records reference it, a tombstone is kept for them; the name
 * becomes available again.
 * @throws DomainError `not_found`, `precondition_failed`, `last_admin`, `self_removal_forbidden`, `system_user_is_fixed`
 */
export const deleteUser = useCase(
  {
    access: 'manage_users',
    effect: 'write',
    audit: 'user.delete',
    refusals: {
      'not-found': ['not_found'],
      conflict: ['last_admin', 'self_removal_forbidden', 'system_user_is_fixed'],
    },
  },
  (ports: IdentityPorts) =>
    async (actor, input: DeleteUserInput, { note }): Promise<void> => {
      const { users, applicationPasswords, mailLog, clock, events } = ports;
      note(accountTarget({ userId: input.id }));
      await users.holdAdministrators();
      const user = await users.findForChange(input.id);
      if (!user || user.deletedAt !== null) throw notFound('user');
      demandVersion(user, input.expectedVersions);
      if (user.isSystem) throw systemUserIsFixed();
      note({ changes: { username: { from: user.username, to: null } }, ...(input.force && { reason: 'forced' }) });
      const now = clock.now();
      await demandAdministrators(ports, actor, {
        before: user,
        after: { ...user, deletedAt: now },
        force: input.force,
      });

      await mailLog.erase({ email: user.email, userId: user.userId });
      if (user.source === 'ldap' || (await users.isReferredTo(user.userId))) {
        await users.raiseTokenVersion(user.userId);
        await applicationPasswords.removeAll(user.userId);
        await users.update(user.userId, { deletedAt: now, isActive: false, email: null, password: null }, now);
      } else {
        await users.remove(user.userId);
      }
      events.publish({ type: 'user.deleted', userId: user.userId });
    },
);
