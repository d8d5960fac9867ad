import { type Actor, userIdOf } from '../../kernel/actor.ts';
import { invalidToken, sessionNotRenewable, sessionRequired } from '../errors.ts';
import type { IdentityPorts } from '../ports.ts';
import { RENEWAL_OVERLAP, sessionBegin } from './browser-session.ts';
import { type IssuedToken, issueToken } from './issue-token.ts';

/**
 * Issues a later token of the caller's browser session, with the same nonces. The former token is accepted for 60 seconds more.
 * @throws DomainError `session_required`, `session_not_renewable`
 */
export async function renewSession(ports: IdentityPorts, actor: Actor): Promise<IssuedToken> {
  const { users, revocations, clock } = ports;
  const { session, credential } = actor;
  if (!session || !credential?.expiresAt) throw sessionRequired();
  const now = clock.now();
  if (session.endsAt === null || session.endsAt <= now) throw sessionNotRenewable();
  const userId = userIdOf(actor);
  const user = await users.find(userId);
  const record = await users.forToken(userId, credential.id, { id: session.id, now });
  if (!user || !record || record.isRevoked) throw invalidToken();
  await revocations.revoke(credential.id, userId, credential.expiresAt, new Date(now.getTime() + RENEWAL_OVERLAP));
  return issueToken(ports, { user, tokenVersion: record.tokenVersion }, sessionBegin(ports, session));
}
