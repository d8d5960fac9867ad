import { REQUEST_NONCE } from '../../identity/index.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { SessionPorts } from '../ports.ts';
import { type SessionState, signedInState, signedOutState } from '../session-state.ts';

/** Returns the session of the caller, or what a page needs to begin one. */
export const readSession = useCase(
  { access: 'anyone', effect: 'read' },
  (ports: SessionPorts) =>
    async (actor): Promise<SessionState> => {
      const user = actor.userId === undefined ? undefined : await ports.users.find(actor.userId);
      if (!user) return signedOutState(ports, actor);
      const { capabilities, credential, session } = actor;
      const expiresAt = credential?.expiresAt ?? null;
      const signedIn = { user, capabilities, expiresAt, endsAt: session?.endsAt ?? null };
      return signedInState(ports, signedIn, session?.nonce(REQUEST_NONCE));
    },
);
