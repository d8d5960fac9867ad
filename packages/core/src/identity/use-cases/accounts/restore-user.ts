import { notFound } from '../../../kernel/errors.ts';
import { useCase } from '../../../kernel/use-case.ts';
import { accountTarget } from '../../accounts/audit-details.ts';
import type { User } from '../../accounts/user.ts';
import { usernameTaken } from '../../errors.ts';
import type { IdentityPorts } from '../../ports.ts';

/**
 * Restores a deleted account, active but without a local password.
 * @throws DomainError `not_found`, `username_taken`, `external_id_taken`
 */
export const restoreUser = useCase(
  {
    access: 'manage_users',
    effect: 'write',
    audit: 'user.restore',
    refusals: { 'not-found': ['not_found'], conflict: ['username_taken', 'external_id_taken'] },
  },
  ({ users, clock }: IdentityPorts) =>
    async (_, input: { readonly id: number }, { note }): Promise<User> => {
      note(accountTarget({ userId: input.id }));
      const user = await users.find(input.id);
      if (!user || user.deletedAt === null) throw notFound('deleted user');
      if (await users.findByName(user.username)) throw usernameTaken();
      const restored = await users.update(user.userId, { deletedAt: null, isActive: true }, clock.now());
      return restored ?? user;
    },
);
