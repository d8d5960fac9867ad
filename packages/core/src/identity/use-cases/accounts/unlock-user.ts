import { notFound } from '../../../kernel/errors.ts';
import { useCase } from '../../../kernel/use-case.ts';
import type { IdentityPorts } from '../../ports.ts';
import { resetFailedLogins } from '../../sessions/login-limits.ts';

/**
 * Resets the failed logins of one user. Runs outside of a unit of work, as all rate limits do.
 * @throws DomainError `not_found`
 */
export const unlockUser = useCase(
  {
    access: 'manage_users',
    effect: 'write',
    transaction: 'own',
    audit: 'user.unlock',
    refusals: { 'not-found': ['not_found'] },
  },
  (ports: IdentityPorts) =>
    async (_, input: { readonly id: number }, { note }): Promise<void> => {
      const user = await ports.users.find(input.id);
      if (!user || user.deletedAt !== null) throw notFound('user');
      await resetFailedLogins(ports, user.username);
      note({ target: { type: 'user', id: user.userId } });
    },
);
