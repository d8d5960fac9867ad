import { notFound } from '../../../kernel/errors.ts';
import { useCase } from '../../../kernel/use-case.ts';
import { accountTarget } from '../../accounts/audit-details.ts';
import type { IdentityPorts } from '../../ports.ts';

/**
 * Ends all sessions of one user.
 * @throws DomainError `not_found`
 */
export const revokeTokens = useCase(
  { access: 'manage_users', effect: 'write', audit: 'token.revoke', refusals: { 'not-found': ['not_found'] } },
  ({ users }: IdentityPorts) =>
    async (_, input: { readonly id: number }, { note }): Promise<void> => {
      note(accountTarget({ userId: input.id }));
      const user = await users.find(input.id);
      if (!user || user.deletedAt !== null) throw notFound('user');
      await users.raiseTokenVersion(user.userId);
    },
);

/** Ends all sessions of all users. */
export const revokeAllTokens = useCase(
  { access: 'manage_system', effect: 'write', audit: 'token.revoke' },
  ({ users }: IdentityPorts) =>
    async (_, __: object, { note }): Promise<void> => {
      note({ target: { type: 'user', id: 'all' } });
      await users.raiseTokenVersion();
    },
);
