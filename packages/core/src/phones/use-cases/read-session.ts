import { useCase } from '../../kernel/use-case.ts';
import { grantOf, hexDigest, type SignInState, stateAt } from '../attempt.ts';
import { demandSecure, takeLimit } from '../conditions.ts';
import type { PhonesPorts } from '../ports.ts';

/** The session of a phone, and the token that it has scanned. */
export interface ReadSessionInput {
  readonly sessionId: string;
  /** SHA-256 of the token, in hexadecimal. */
  readonly tokenHash?: string;
}

/** The state of a session; with its grant once it is approved. */
export interface PhoneSessionStatus {
  readonly state: SignInState;
  readonly exchangeGrant?: string;
}

/**
 * Returns the state of a phone's session, and its exchange grant once the phone is approved. Unknown sessions, other tokens
 * and finished sign-ins are `expired`.
 * @throws DomainError `ssl_required`, `rate_limited`
 */
export const readPhoneSession = useCase(
  { access: 'anyone', effect: 'read', refusals: { forbidden: ['ssl_required'] } },
  (ports: PhonesPorts) =>
    async (actor, { sessionId, tokenHash = '' }: ReadSessionInput): Promise<PhoneSessionStatus> => {
      const { clock, secretDigest, settings, signInAttempts } = ports;
      demandSecure(settings, actor);
      const attempt = await signInAttempts.findBySession(hexDigest(ports, sessionId));
      if (!attempt?.scan || !secretDigest.areSame(attempt.tokenHash, tokenHash.toLowerCase()))
        return { state: 'expired' };
      await takeLimit(ports, 'qr-login-session', attempt.scan.sessionHash);
      const state = stateAt(attempt, clock.now());
      if (state === 'approved') return { state, exchangeGrant: grantOf(ports, sessionId, attempt.scan.grantSalt) };
      return { state: state === 'consumed' ? 'expired' : state };
    },
);
