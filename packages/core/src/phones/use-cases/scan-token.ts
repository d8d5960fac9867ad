import type { Actor } from '../../kernel/actor.ts';
import { useCase } from '../../kernel/use-case.ts';
import {
  after,
  CHALLENGE_TTL,
  drawNumbers,
  generateSession,
  hexDigest,
  type SignInAttempt,
  stateAt,
} from '../attempt.ts';
import { acceptsMethod, addressKey, demandSecure, takeLimit } from '../conditions.ts';
import { acceptDevice, type Device } from '../device.ts';
import { alreadyScanned, appUpdateRequired, tokenInvalid } from '../errors.ts';
import type { PhonesPorts } from '../ports.ts';

/** A token that a phone has read, and the phone. */
export interface ScanTokenInput {
  readonly token: string;
  readonly device: Device;
  /** Whether the app can show a number for comparison; it must. */
  readonly supportsNumberMatching: boolean;
}

/** The session of a phone. */
export interface ScannedToken {
  /** Known to the phone only; not stored. */
  readonly sessionId: string;
  /** The number that the phone shows. */
  readonly realNumber: string;
  /** Seconds until the phone must be approved; for a link in a mail, until it must exchange the token. */
  readonly expiresIn: number;
}

/**
 * Binds a token to the first phone that scans it. A phone with a link from a mail is approved at once, because it has the
 * mailbox.
 * @throws DomainError `ssl_required`, `mobile_app_update_required`, `invalid_token`, `invalid_device`,
 * `qr_login_already_scanned`, `rate_limited`
 */
export const scanPhoneToken = useCase(
  {
    access: 'anyone',
    effect: 'write',
    transaction: 'own',
    audit: 'phone.scan',
    refusals: {
      forbidden: ['ssl_required'],
      'upgrade-required': ['mobile_app_update_required'],
      invalid: ['invalid_device'],
      conflict: ['qr_login_already_scanned'],
    },
  },
  (ports: PhonesPorts) =>
    async (actor, input: ScanTokenInput, { inUnit, note }): Promise<ScannedToken> => {
      demandSecure(ports.settings, actor);
      if (!input.supportsNumberMatching) throw appUpdateRequired();
      const attempt = await knownAttempt(ports, actor, input.token);
      note({ target: { type: 'user', id: attempt.userId } });
      await takeLimit(ports, 'qr-login-scan', addressKey(actor));
      const device = acceptDevice(input.device);
      const now = ports.clock.now();
      const isMail = attempt.method === 'magic_link';
      const expiresAt = isMail ? attempt.expiresAt : earlier(after(now, CHALLENGE_TTL), attempt.expiresAt);
      const session = generateSession(ports);
      const numbers = drawNumbers(ports.random);
      demandPending(attempt, now);
      await inUnit(async () => {
        const scan = { device, expiresAt, ...numbers, ...session.stored };
        const to = { state: isMail ? 'approved' : 'scanned', at: now } as const;
        if (!(await ports.signInAttempts.scan(attempt.tokenHash, scan, to))) throw alreadyScanned();
        ports.events.publish({ type: 'qr_login.scanned', userId: attempt.userId, ip: actor.origin.ip });
      });
      const expiresIn = Math.floor((expiresAt.getTime() - now.getTime()) / 1_000);
      return { sessionId: session.id, realNumber: numbers.realNumber, expiresIn };
    },
);

async function knownAttempt(ports: PhonesPorts, actor: Actor, token: string): Promise<SignInAttempt> {
  const attempt = await ports.signInAttempts.find(hexDigest(ports, token));
  if (attempt && (await acceptsMethod(ports, attempt))) return attempt;
  await takeLimit(ports, 'qr-login-scan-invalid', addressKey(actor));
  throw tokenInvalid();
}

function demandPending(attempt: SignInAttempt, now: Date): void {
  if (attempt.state !== 'pending') throw alreadyScanned();
  if (stateAt(attempt, now) !== 'pending') throw tokenInvalid();
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);
