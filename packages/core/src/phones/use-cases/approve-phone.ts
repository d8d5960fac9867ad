import { userIdOf } from '../../kernel/actor.ts';
import { useCase } from '../../kernel/use-case.ts';
import { hexDigest, type PhoneScan, type SignInAttempt } from '../attempt.ts';
import { demandFullCredential, takeLimit } from '../conditions.ts';
import { approvalInProgress, notScanned, signInExpired, tokenInvalid } from '../errors.ts';
import type { PhonesPorts } from '../ports.ts';

/** The number that the user has read on the phone. */
export interface ApprovePhoneInput {
  readonly token: string;
  readonly choice: string;
}

/** The outcome of a choice; a wrong number ends the sign-in. */
export interface PhoneDecision {
  readonly state: 'approved' | 'rejected';
}

/**
 * Approves the phone that shows the chosen number, or rejects it for good.
 * @throws DomainError `invalid_token`, `qr_login_approval_in_progress`, `qr_login_expired`, `qr_login_not_scanned`,
 * `rest_cannot_create_application_passwords`, `rate_limited`
 */
export const approvePhone = useCase(
  {
    access: 'manage_store',
    effect: 'write',
    transaction: 'own',
    repeats: 'answer',
    audit: 'phone.approve',
    refusals: {
      conflict: ['qr_login_approval_in_progress', 'qr_login_not_scanned'],
      gone: ['qr_login_expired'],
      forbidden: ['rest_cannot_create_application_passwords'],
    },
  },
  (ports: PhonesPorts) =>
    async (actor, { token, choice }: ApprovePhoneInput, { inUnit, note }): Promise<PhoneDecision> => {
      demandFullCredential(actor);
      const userId = userIdOf(actor);
      await takeLimit(ports, 'qr-login-approve', userId);
      return inUnit(async () => {
        const { clock, events, log, secretDigest, signInAttempts } = ports;
        const attempt = await signInAttempts.find(hexDigest(ports, token));
        if (!attempt || attempt.userId !== userId) throw tokenInvalid();
        const at = clock.now();
        const { realNumber, device } = scanOf(attempt, at);
        const state = secretDigest.areSame(choice, realNumber) ? 'approved' : 'rejected';
        if (!(await signInAttempts.decide(attempt.tokenHash, { state, at }))) throw approvalInProgress();
        note({
          ...(state === 'rejected' && { action: 'phone.reject' }),
          target: { type: 'user', id: userId },
          changes: { device: { from: null, to: device } },
        });
        events.publish({ type: `qr_login.${state}`, userId, ip: actor.origin.ip });
        if (state === 'rejected') log.warn('a phone was rejected: wrong number', { userId, ip: actor.origin.ip });
        return { state };
      });
    },
);

/** What the phone has added, if it waits for a choice. */
function scanOf({ state, scan, expiresAt }: SignInAttempt, now: Date): PhoneScan {
  if (now >= expiresAt) throw signInExpired();
  if (state !== 'scanned' || scan === null) throw notScanned();
  if (now >= scan.expiresAt) throw signInExpired();
  return scan;
}
