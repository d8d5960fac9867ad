import type { PageSession } from '../../kernel/actor.ts';
import type { KernelPorts } from '../../kernel/ports.ts';
import type { IdentityPorts } from '../ports.ts';
import type { SessionIdentity } from './access-token.ts';

const DAY = 86_400_000;

/** How long the former token of a renewed session is still accepted, in milliseconds: for requests that are under way. */
export const RENEWAL_OVERLAP = 60_000;

/** A session that begins now. */
export const newSession = ({ clock, ids }: Pick<KernelPorts, 'clock' | 'ids'>): SessionIdentity => ({
  id: ids.next(),
  beganAt: clock.now(),
});

/** The end of a session, whatever is renewed: counted from the password. */
export const sessionEnd = (
  { settings }: Pick<KernelPorts, 'settings'>,
  { beganAt }: Pick<SessionIdentity, 'beganAt'>,
): Date => new Date(beganAt.getTime() + settings.deskSessionDays * DAY);

/** The session as its tokens name it. */
export const sessionBegin = (
  { settings }: Pick<KernelPorts, 'settings'>,
  { id, endsAt }: Pick<PageSession, 'id' | 'endsAt'>,
): SessionIdentity => ({ id, beganAt: new Date((endsAt?.getTime() ?? 0) - settings.deskSessionDays * DAY) });

/** Purpose of the nonce that pages send with requests. */
export const REQUEST_NONCE = 'rest';

/** A session with its nonces. A token without one, of an earlier release, is a session that cannot be renewed. */
export async function pageSession(
  ports: Pick<IdentityPorts, 'tokens' | 'settings'>,
  session: SessionIdentity | undefined,
  tokenId: string,
): Promise<PageSession> {
  const id = session?.id ?? tokenId;
  const nonces = await ports.tokens.noncesOf(id);
  return {
    id,
    endsAt: session ? sessionEnd(ports, session) : null,
    nonce: (purpose) => nonces.nonce(purpose),
    isOwn: (nonce, purpose = REQUEST_NONCE) => nonces.isOwn(nonce, purpose),
  };
}
