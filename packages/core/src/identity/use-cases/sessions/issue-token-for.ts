import { notFound } from '../../../kernel/errors.ts';
import { useCase } from '../../../kernel/use-case.ts';
import { accountTarget } from '../../accounts/audit-details.ts';
import type { IdentityPorts } from '../../ports.ts';
import { type IssuedToken, issueToken } from '../../sessions/issue-token.ts';

/**
 * Issues an access token for any active account, without its password; for operators.
 * @throws DomainError `not_found`
 */
export const issueTokenFor = useCase(
  { access: 'manage_system', effect: 'write', audit: 'token.issue', refusals: { 'not-found': ['not_found'] } },
  (ports: IdentityPorts) =>
    async (_, { id }: { readonly id: number }, { note }): Promise<IssuedToken> => {
      note(accountTarget({ userId: id }));
      const user = await ports.users.find(id);
      const record = await ports.users.forToken(id, ports.ids.next());
      if (!user?.isActive || !record || user.deletedAt !== null || user.isSystem) throw notFound('active user');
      return issueToken(ports, { user, tokenVersion: record.tokenVersion });
    },
);
