import { notFound } from '../../../kernel/errors.ts';
import { useCase } from '../../../kernel/use-case.ts';
import { accountTarget } from '../../accounts/audit-details.ts';
import { generateFirstPassword } from '../../accounts/first-password.ts';
import { managedByDirectory, systemUserIsFixed } from '../../errors.ts';
import type { IdentityPorts } from '../../ports.ts';
import type { CreatedUser } from './create-user.ts';

/**
 * Sets a generated password on a local account, shown once, to be changed within three days; ends its sessions.
 * @throws DomainError `not_found`, `managed_by_directory`
 */
export const resetPassword = useCase(
  {
    access: 'manage_users',
    effect: 'write',
    transaction: 'own',
    repeats: 'answer',
    audit: 'password.reset',
    refusals: { 'not-found': ['not_found'], conflict: ['managed_by_directory'] },
  },
  (ports: IdentityPorts) =>
    async (_, { id }: { readonly id: number }, { note, inUnit }): Promise<CreatedUser> => {
      note({ ...accountTarget({ userId: id }), changes: { password: true } });
      const { generated, password } = await generateFirstPassword(ports);
      return inUnit(async () => {
        const user = await ports.users.find(id);
        if (!user || user.deletedAt !== null) throw notFound('user');
        if (user.isSystem) throw systemUserIsFixed();
        if (user.source === 'ldap') throw managedByDirectory();
        await ports.users.raiseTokenVersion(id);
        const changed = await ports.users.update(id, { password, mustChangePassword: true }, ports.clock.now());
        return { user: changed ?? user, generatedPassword: generated };
      });
    },
);
