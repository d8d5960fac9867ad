import { userIdOf } from '../../kernel/actor.ts';
import { useCase } from '../../kernel/use-case.ts';
import { hexDigest, type IssuedPassword, type SignInState, stateAt } from '../attempt.ts';
import { takeLimit } from '../conditions.ts';
import type { Device } from '../device.ts';
import type { PhonesPorts } from '../ports.ts';

/** The state of a sign-in as its user may see it: never which number is the right one. */
export interface PhoneStatus {
  readonly status: SignInState;
  /** While a phone is awaited or waits for a choice: when that ends. */
  readonly expiresAt?: Date;
  /** While a phone waits for a choice. */
  readonly numbers?: readonly string[];
  readonly device?: Device;
  /** When the phone got its password. */
  readonly consumedAt?: Date;
  readonly password?: IssuedPassword;
}

/**
 * Returns the state of a sign-in that the caller began. Unknown tokens and those of other users are `expired`.
 * @throws DomainError `rate_limited`
 */
export const readPhoneStatus = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: PhonesPorts) =>
    async (actor, { token }: { readonly token: string }): Promise<PhoneStatus> => {
      const userId = userIdOf(actor);
      await takeLimit(ports, 'qr-login-status', userId);
      const attempt = await ports.signInAttempts.find(hexDigest(ports, token));
      if (!attempt || attempt.userId !== userId) return { status: 'expired' };
      const { scan, password, expiresAt } = attempt;
      const status = stateAt(attempt, ports.clock.now());
      if (status === 'pending') return { status, expiresAt };
      if (status === 'scanned' && scan)
        return { status, expiresAt: scan.expiresAt, numbers: scan.numbers, device: scan.device };
      if (status === 'consumed' && scan && password)
        return { status, consumedAt: attempt.stateAt, password, device: scan.device };
      return { status };
    },
);
