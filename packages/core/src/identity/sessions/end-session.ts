import { type Actor, userIdOf } from '../../kernel/actor.ts';
import type { IdentityPorts } from '../ports.ts';
import { TOKEN_LIFETIME } from './access-token.ts';
import { RENEWAL_OVERLAP } from './browser-session.ts';

/** Revokes the token of the caller, and its browser session, whatever tokens that has. */
export async function endSession({ revocations, clock }: IdentityPorts, actor: Actor): Promise<void> {
  const { credential, via } = actor;
  if (via !== 'bearer' || !credential?.expiresAt) return;
  await revocations.revoke(credential.id, userIdOf(actor), credential.expiresAt);
  if (credential.sessionId === undefined) return;
  // No token of the session is valid for longer, even one whose renewal is under way.
  const last = clock.now().getTime() + TOKEN_LIFETIME * 1000 + RENEWAL_OVERLAP;
  await revocations.revoke(credential.sessionId, userIdOf(actor), new Date(last));
}
