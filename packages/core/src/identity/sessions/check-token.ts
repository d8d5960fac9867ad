import type { Actor, Origin } from '../../kernel/actor.ts';
import { capabilitiesOf } from '../../kernel/capability.ts';
import { invalidToken } from '../errors.ts';
import type { IdentityPorts } from '../ports.ts';
import { identityIn, type TokenIdentity } from './access-token.ts';

/** The token of a request, and its origin. */
export interface AuthenticateTokenInput {
  readonly token: string;
  readonly origin: Origin;
}

/** The account of a valid token, and the identity in it. */
export interface CheckedToken {
  readonly actor: Actor;
  readonly identity: TokenIdentity;
}

/**
 * Checks an access token against its signature, its claims and its account.
 *
 * Permissions are not read from the token; the account is looked up for every request.
 * @throws DomainError `invalid_token`
 */
export async function checkToken(
  { tokens, tokenNames, users, clock, settings }: IdentityPorts,
  { token, origin }: AuthenticateTokenInput,
): Promise<CheckedToken> {
  const now = clock.now();
  const verified = await tokens.verify(token, { now, ...tokenNames });
  if (verified.fault !== undefined) throw invalidToken();
  const identity = identityIn(verified.claims, now);
  if (typeof identity === 'string') throw invalidToken();

  const { session } = identity;
  const record = await users.forToken(identity.userId, identity.tokenId, session && { id: session.id, now });
  if (!record || record.isRevoked || record.tokenVersion !== identity.tokenVersion) throw invalidToken();
  const { user } = record;
  if (!user.isActive || user.isSystem || user.deletedAt !== null) throw invalidToken();

  const actor: Actor = {
    userId: user.userId,
    username: user.username,
    role: user.role,
    capabilities: capabilitiesOf(user.role, settings.memberAccess, user.shopRole),
    via: 'bearer',
    mustChangePassword: user.mustChangePassword,
    credential: {
      id: identity.tokenId,
      expiresAt: identity.expiresAt,
      ...(session && { sessionId: session.id }),
    },
    origin,
  };
  return { actor, identity };
}
