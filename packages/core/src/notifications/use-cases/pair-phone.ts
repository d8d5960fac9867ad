import { useCase } from '../../kernel/use-case.ts';
import { deviceTokenUnknown, notPaired, pairingCodeWrong } from '../errors.ts';
import { demandToken, deviceName, isTokenOf, newPush, newToken } from '../phone/device.ts';
import { CODE_LIFETIME, CODE_TRIES, drawCode, type PairedPhone, redeemCode } from '../phone/pairing.ts';
import { submitPush } from '../phone/submit-push.ts';
import type { NotificationPorts } from '../ports.ts';

/** A code as it is shown once. */
export interface NewPairingCode {
  readonly code: string;
  readonly expiresAt: Date;
}

/** Makes a one-time code that pairs a phone within ten minutes; an earlier code is void. */
export const createPairingCode = useCase(
  { access: 'read_mail_log', effect: 'write', repeats: 'none', audit: 'phone.code' },
  ({ phonePairing, secretDigest, random, clock }: NotificationPorts) =>
    async ({ userId = null }, _: object, { note }): Promise<NewPairingCode> => {
      const { text, lookup, secret } = drawCode((count, alphabet) => random.characters(count, alphabet));
      const expiresAt = new Date(clock.now().getTime() + CODE_LIFETIME);
      const pairing = await phonePairing.hold();
      const code = { lookup, digest: secretDigest.of(secret), expiresAt, triesLeft: CODE_TRIES, userId };
      await phonePairing.save({ ...pairing, code });
      note({ target: { type: 'phone', id: 'code' } });
      return { code: text, expiresAt };
    },
);

/** What a phone sends to be paired. */
export interface ConnectPhoneInput {
  /** The one-time code. */
  readonly authKey?: string;
  /** Token that the phone chose; a new one is made without it. */
  readonly deviceToken?: string;
  /** Name of the phone. */
  readonly device?: string;
  /** Address for push messages. */
  readonly serverUrl?: string;
}

/** The credentials of a newly paired phone. */
export interface ConnectedPhone {
  readonly deviceToken: string;
  /** Key that verifies push messages; null without push messages. */
  readonly pushKey: string | null;
}

/**
 * Pairs a phone by a one-time code, in place of the one paired before.
 * @throws DomainError `pairing_code_wrong`, `device_token_weak`, `push_address_invalid`
 */
export const connectPhone = useCase(
  {
    access: 'anyone',
    effect: 'write',
    transaction: 'own',
    repeats: 'marked',
    audit: 'phone.pair',
    refusals: { unauthenticated: ['pairing_code_wrong'], invalid: ['device_token_weak', 'push_address_invalid'] },
  },
  (ports: NotificationPorts) =>
    async (_, input: ConnectPhoneInput, { note, inUnit }): Promise<ConnectedPhone> => {
      const { phonePairing, secretDigest, clock } = ports;
      const deviceToken = newToken(ports, input.deviceToken);
      const push = newPush(ports, input.serverUrl);
      const device = deviceName(input.device);
      // A wrong try is committed as well: it uses up one of the tries.
      const isPaired = await inUnit(async () => {
        const now = clock.now();
        const { pairing, code } = redeemCode(await phonePairing.hold(), {
          text: input.authKey ?? '',
          now,
          isSecret: (secret, digest) => secretDigest.areSame(secretDigest.of(secret), digest),
        });
        const phone: PairedPhone | null = code
          ? {
              tokenDigest: secretDigest.of(deviceToken),
              device,
              pushUrl: push.url,
              sealedPushKey: push.sealedKey,
              lastPush: null,
              pairedAt: now,
              pairedBy: code.userId,
            }
          : pairing.phone;
        await phonePairing.save({ ...pairing, phone });
        if (code) await submitPush(ports, { type: 'phone.paired' });
        note(code ? { target: { type: 'phone', id: device } } : { isIdle: true });
        return code !== undefined;
      });
      if (!isPaired) throw pairingCodeWrong();
      return { deviceToken, pushKey: push.key };
    },
);

/**
 * Ends the pairing by the phone itself.
 * @throws DomainError `device_token_missing`, `device_token_unknown`, `phone_not_paired`
 */
export const disconnectPhone = useCase(
  {
    access: 'anyone',
    effect: 'write',
    audit: 'phone.disconnect',
    refusals: {
      malformed: ['device_token_missing'],
      unauthenticated: ['device_token_unknown'],
      forbidden: ['phone_not_paired'],
    },
  },
  ({ phonePairing, secretDigest }: NotificationPorts) =>
    async (_, { deviceToken }: { readonly deviceToken?: string }, { note }): Promise<void> => {
      const token = demandToken(deviceToken);
      const pairing = await phonePairing.hold();
      if (!pairing.phone) throw notPaired();
      if (!isTokenOf(pairing.phone, token, secretDigest)) throw deviceTokenUnknown();
      note({ target: { type: 'phone', id: pairing.phone.device } });
      await phonePairing.save({ ...pairing, phone: null });
    },
);

/**
 * Ends the pairing by an administrator, and voids the code.
 * @throws DomainError `phone_not_paired` if there is neither a phone nor a code
 */
export const unpairPhone = useCase(
  { access: 'read_mail_log', effect: 'write', audit: 'phone.unpair', refusals: { forbidden: ['phone_not_paired'] } },
  ({ phonePairing }: NotificationPorts) =>
    async (_, __: object, { note }): Promise<{ readonly device: string | null }> => {
      const { phone, code } = await phonePairing.hold();
      if (!phone && !code) throw notPaired();
      note({ target: { type: 'phone', id: phone?.device ?? 'code' } });
      await phonePairing.save({ phone: null, code: null });
      return { device: phone?.device ?? null };
    },
);
