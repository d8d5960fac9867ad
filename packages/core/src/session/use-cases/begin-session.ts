import { type LogInInput, sessionNonceInvalid, signIn } from '../../identity/index.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { SessionPorts } from '../ports.ts';
import { issuedState, type SessionState } from '../session-state.ts';

/**
 * Signs a browser in: its token goes to a cookie. Limits, answers and audit record are those of every login.
 * @throws DomainError `session_nonce_invalid`, `invalid_credentials`, `directory_unavailable`, `rate_limited`, `busy`
 */
export const beginSession = useCase(
  {
    access: 'anyone',
    effect: 'write',
    transaction: 'own',
    audit: 'login',
    refusals: {
      unauthenticated: ['invalid_credentials'],
      forbidden: ['session_nonce_invalid'],
      unavailable: ['directory_unavailable'],
    },
  },
  (ports: SessionPorts) =>
    async (actor, credentials: Pick<LogInInput, 'username' | 'password'>, { note }): Promise<SessionState> => {
      const { preSession } = actor;
      note({ target: { type: 'username', id: credentials.username } });
      if (!preSession?.isOwn) throw sessionNonceInvalid();
      const browser = preSession.browser === undefined ? {} : { browser: preSession.browser };
      return issuedState(
        ports,
        await signIn(ports, { actor, note }, { ...credentials, ...browser, opensSession: true }),
      );
    },
);
