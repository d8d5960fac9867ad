import { useCase } from '../../../kernel/use-case.ts';
import type { IdentityPorts } from '../../ports.ts';
import { identityIn } from '../../sessions/access-token.ts';

/** The claims of a token and the first failed check, which is null if it is accepted. */
export interface InspectedToken {
  readonly valid: boolean;
  readonly fault: string | null;
  readonly claims: Readonly<Record<string, unknown>> | null;
}

/** Diagnoses why a token is accepted or refused. */
export const inspectToken = useCase(
  { access: 'manage_system', effect: 'read' },
  ({ tokens, tokenNames, users, clock }: IdentityPorts) =>
    async (_, { token }: { readonly token: string }): Promise<InspectedToken> => {
      const now = clock.now();
      const { fault, claims = null } = await tokens.verify(token, { now, ...tokenNames });
      const refused = (failed: string): InspectedToken => ({ valid: false, fault: failed, claims });
      if (fault !== undefined || claims === null) return refused(fault ?? 'payload');

      const identity = identityIn(claims, now);
      if (typeof identity === 'string') return refused(`claim ${identity}`);
      const { session } = identity;
      const record = await users.forToken(identity.userId, identity.tokenId, session && { id: session.id, now });
      if (!record || record.user.deletedAt !== null) return refused('user does not exist');
      if (!record.user.isActive || record.user.isSystem) return refused('user is not active');
      if (record.isRevoked) return refused('token was revoked');
      if (record.tokenVersion !== identity.tokenVersion) return refused('tokens of this user were revoked');
      return { valid: true, fault: null, claims };
    },
);
