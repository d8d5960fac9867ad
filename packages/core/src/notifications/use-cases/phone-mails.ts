import { useCase } from '../../kernel/use-case.ts';
import type { MailFilter, MailRecord, MailSummary } from '../../mail/index.ts';
import { mailIdMissing, noSuchMail } from '../errors.ts';
import { type MailView, type MailViewType, signView } from '../mail-view.ts';
import { demandPhone } from '../phone/device.ts';
import type { NotificationPorts } from '../ports.ts';
import { queueAgain, waitForOutcome } from '../resending.ts';

/** The credential of the paired phone. */
export interface PhoneInput {
  readonly deviceToken?: string;
}

/** A part of the mail log for the paired phone. */
export interface ListPhoneMailsInput extends PhoneInput, MailFilter {
  readonly offset: number;
  readonly limit: number;
}

/**
 * Lists records of the mail log for the paired phone, the newest first.
 * @throws DomainError `device_token_missing`, `device_token_unknown`
 */
export const listPhoneMails = useCase(
  {
    access: 'anyone',
    effect: 'read',
    refusals: { malformed: ['device_token_missing'], unauthenticated: ['device_token_unknown'] },
  },
  (ports: NotificationPorts) =>
    async (_, { deviceToken, offset, limit, ...filter }: ListPhoneMailsInput): Promise<readonly MailSummary[]> => {
      await demandPhone(ports, deviceToken);
      return (await ports.mailLog.list(filter, { offset, limit })).entries;
    },
);

/**
 * Signs the address of one mail for the paired phone.
 * @throws DomainError `device_token_missing`, `device_token_unknown`, `mail_id_missing`, `mail_unknown`
 */
export const signPhoneMail = useCase(
  {
    access: 'anyone',
    effect: 'read',
    refusals: {
      malformed: ['device_token_missing', 'mail_id_missing'],
      unauthenticated: ['device_token_unknown'],
      'not-found': ['mail_unknown'],
    },
  },
  (ports: NotificationPorts) =>
    async (
      _,
      { deviceToken, id, type }: PhoneInput & { readonly id?: number; readonly type: MailViewType },
    ): Promise<MailView> => {
      await demandPhone(ports, deviceToken);
      if (id === undefined) throw mailIdMissing();
      const view = (await ports.mailLog.find(id)) && signView(ports, id, type);
      if (!view) throw noSuchMail();
      return view;
    },
);

/**
 * Sends a mail again to its original recipients, for the paired phone; see `resendMail`.
 * @throws DomainError `device_token_missing`, `device_token_unknown`, `mail_id_missing`, `mail_unknown`, `mail_redacted`
 */
export const resendPhoneMail = useCase(
  {
    access: 'anyone',
    effect: 'write',
    transaction: 'own',
    repeats: 'resumed',
    audit: 'mail.resend',
    runsLong: true,
    refusals: {
      malformed: ['device_token_missing', 'mail_id_missing'],
      unauthenticated: ['device_token_unknown'],
      'not-found': ['mail_unknown'],
      conflict: ['mail_redacted'],
    },
  },
  (ports: NotificationPorts) =>
    async (_, { deviceToken, id }: PhoneInput & { readonly id?: number }, { note, inUnit }): Promise<MailRecord> => {
      const { device } = await demandPhone(ports, deviceToken);
      if (id === undefined) throw mailIdMissing();
      note({ reason: `phone ${device}` });
      return waitForOutcome(ports, await inUnit(() => queueAgain(ports, { id }, note)));
    },
);
