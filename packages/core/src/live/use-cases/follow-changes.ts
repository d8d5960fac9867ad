import { type Actor, userIdOf } from '../../kernel/actor.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { LiveStream } from '../live-feed.ts';
import type { LivePorts } from '../ports.ts';
import { topicsFor } from '../topics.ts';

/**
 * Opens a stream of the topics whose records were changed by any process, as far as the caller may read something of them.
 * @throws DomainError `too_many_streams`
 */
export const followChanges = useCase(
  { access: 'signed-in', effect: 'read', refusals: { unavailable: ['too_many_streams'] } },
  (ports: LivePorts) =>
    async (actor): Promise<LiveStream> => {
      const version = await versionOf(ports, actor);
      return ports.liveFeed.open({
        userId: userIdOf(actor),
        topics: topicsFor(actor.capabilities),
        state: async () => {
          if ((await versionOf(ports, actor)) !== version) return 'over';
          const { expiresAt = null } = actor.credential ?? {};
          return expiresAt !== null && expiresAt <= ports.clock.now() ? 'expired' : 'open';
        },
      });
    },
);

/** A text that changes when the session ends, or its account gets other rights; undefined for callers without a token. */
async function versionOf({ users, clock }: LivePorts, actor: Actor): Promise<string | undefined> {
  const { credential } = actor;
  if (actor.via !== 'bearer' || !credential) return undefined;
  const now = clock.now();
  // The token of a stream may be renewed while it is open: only the end of the session ends the stream.
  const { sessionId } = credential;
  const session = sessionId === undefined ? undefined : { id: sessionId, now };
  const record = await users.forToken(userIdOf(actor), sessionId ?? credential.id, session);
  if (!record || record.isRevoked) return 'over';
  const { isActive, deletedAt, role, shopRole } = record.user;
  return JSON.stringify([record.tokenVersion, isActive, deletedAt, role, shopRole]);
}
