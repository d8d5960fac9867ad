import { notFound } from '../../kernel/errors.ts';
import { command } from '../../kernel/use-case.ts';
import { accountFacts } from '../audit-facts.ts';
import type { IdentityPorts } from '../ports.ts';

/**
 * Ends all sessions of one user.
 * @throws DomainError `not_found`
 */
export const revokeTokens = command(
  'manage_users',
  ({ users }: IdentityPorts) =>
    async (_, input: { readonly id: number }, note): Promise<void> => {
      note(accountFacts({ userId: input.id }));
      const user = await users.find(input.id);
      if (!user || user.deletedAt !== null) throw notFound('user');
      await users.raiseTokenVersion(user.userId);
    },
  { audit: 'token.revoke' },
);

/** Ends the sessions of everybody. */
export const revokeAllTokens = command(
  'manage_system',
  ({ users }: IdentityPorts) =>
    async (_, __: object, note): Promise<void> => {
      note({ target: { type: 'user', id: 'all' } });
      await users.raiseTokenVersion();
    },
  { audit: 'token.revoke' },
);
