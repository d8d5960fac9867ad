import { notFound } from '../../kernel/errors.ts';
import { useCase } from '../../kernel/use-case.ts';
import { forgetFailedLogins } from '../login-limits.ts';
import type { IdentityPorts } from '../ports.ts';

/**
 * Forgets the failed logins of one user, so that nobody has to wait before the next try. No unit of work is around it:
 * what is counted is counted outside of them.
 * @throws DomainError `not_found`
 */
export const unlockUser = useCase(
  { access: 'manage_users', effect: 'write', transaction: 'own', audit: 'user.unlock' },
  (ports: IdentityPorts) =>
    async (_, input: { readonly id: number }, { note }): Promise<void> => {
      const user = await ports.users.find(input.id);
      if (!user || user.deletedAt !== null) throw notFound('user');
      await forgetFailedLogins(ports, user.username);
      note({ target: { type: 'user', id: user.userId } });
    },
);
