import {
  type ChangeOwnPasswordInput,
  endSession,
  renewSession as renew,
  replaceOwnPassword,
  sessionRequired,
} from '../../identity/index.ts';
import { userIdOf } from '../../kernel/actor.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { SessionPorts } from '../ports.ts';
import { issuedState, type SessionState } from '../session-state.ts';

/**
 * Goes on with the session of a browser: a later token, with the same nonces.
 * @throws DomainError `session_required`, `session_not_renewable`
 */
export const renewSession = useCase(
  {
    access: 'own-session',
    effect: 'write',
    repeats: 'none',
    audit: 'session.renew',
    refusals: { conflict: ['session_required', 'session_not_renewable'] },
  },
  (ports: SessionPorts) =>
    async (actor, _: object, { note }): Promise<SessionState> => {
      note({ target: { type: 'user', id: userIdOf(actor) } });
      return issuedState(ports, await renew(ports, actor));
    },
);

/**
 * Changes the password of a signed-in browser, ends all older sessions and begins a new one.
 * @throws DomainError `session_required`, `managed_by_directory`, `current_password_incorrect`, `rate_limited`, `too_short`,
 * `password_contains_username`, `password_too_common`
 */
export const changeSessionPassword = useCase(
  {
    access: 'own-session',
    effect: 'write',
    transaction: 'own',
    audit: 'password.change',
    refusals: {
      conflict: ['session_required', 'managed_by_directory'],
      invalid: ['current_password_incorrect', 'too_short', 'password_too_common', 'password_contains_username'],
    },
  },
  (ports: SessionPorts) =>
    async (actor, input: ChangeOwnPasswordInput, { note }): Promise<SessionState> => {
      if (!actor.session) throw sessionRequired();
      return issuedState(ports, await replaceOwnPassword(ports, { actor, note }, input));
    },
);

/** Ends the session of a browser; for other clients the same as the end of their token. */
export const closeSession = useCase(
  { access: 'own-session', effect: 'write', repeats: 'none', audit: 'logout' },
  (ports: SessionPorts) =>
    async (actor, _: object, { note }): Promise<void> => {
      note({ target: { type: 'user', id: userIdOf(actor) } });
      await endSession(ports, actor);
    },
);
