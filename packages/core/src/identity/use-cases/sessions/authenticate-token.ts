import type { Actor, Origin } from '../../../kernel/actor.ts';
import { capabilitiesOf } from '../../../kernel/capability.ts';
import { useCase } from '../../../kernel/use-case.ts';
import { invalidToken } from '../../errors.ts';
import type { IdentityPorts } from '../../ports.ts';
import { identityIn } from '../../sessions/access-token.ts';

/** The token of a request, and its origin. */
export interface AuthenticateTokenInput {
  readonly token: string;
  readonly origin: Origin;
}

/**
 * Authenticates an access token; returns its account with the current capabilities.
 *
 * Permissions are not read from the token; the account is looked up for every request.
 * @throws DomainError `invalid_token`
 */
export const authenticateToken = useCase(
  { access: 'anyone', effect: 'read' },
  ({ tokens, tokenNames, users, clock, settings }: IdentityPorts) =>
    async (_, { token, origin }: AuthenticateTokenInput): Promise<Actor> => {
      const now = clock.now();
      const verified = await tokens.verify(token, { now, ...tokenNames });
      if (verified.fault !== undefined) throw invalidToken();
      const identity = identityIn(verified.claims, now);
      if (typeof identity === 'string') throw invalidToken();

      const record = await users.forToken(identity.userId, identity.tokenId);
      if (!record || record.isRevoked || record.tokenVersion !== identity.tokenVersion) throw invalidToken();
      const { user } = record;
      if (!user.isActive || user.isSystem || user.deletedAt !== null) throw invalidToken();

      return {
        userId: user.userId,
        username: user.username,
        role: user.role,
        capabilities: capabilitiesOf(user.role, settings.memberAccess, user.shopRole),
        via: 'bearer',
        mustChangePassword: user.mustChangePassword,
        credential: { id: identity.tokenId, expiresAt: identity.expiresAt },
        origin,
      };
    },
);
