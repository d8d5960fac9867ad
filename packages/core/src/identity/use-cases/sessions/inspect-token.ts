import { useCase } from '../../../kernel/use-case.ts';
import type { IdentityPorts } from '../../ports.ts';
import { readClaims } from '../../sessions/access-token.ts';

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
      const opened = await tokens.open(token);
      if ('fault' in opened) return { valid: false, fault: opened.fault, claims: null };
      const refused = (fault: string): InspectedToken => ({ valid: false, fault, claims: opened.claims });

      const identity = readClaims(opened.claims, { now: clock.now(), ...tokenNames });
      if (typeof identity === 'string') return refused(`claim ${identity}`);
      const record = await users.forToken(identity.userId, identity.tokenId);
      if (!record || record.user.deletedAt !== null) return refused('user does not exist');
      if (!record.user.isActive || record.user.isSystem) return refused('user is not active');
      if (record.isRevoked) return refused('token was revoked');
      if (record.tokenVersion !== identity.tokenVersion) return refused('tokens of this user were revoked');
      return { valid: true, fault: null, claims: opened.claims };
    },
);
