import { useCase } from '../../kernel/use-case.ts';
import type { MailCounts } from '../../mail/index.ts';
import type { PairedPhone, PhonePairing } from '../phone/pairing.ts';
import type { NotificationPorts } from '../ports.ts';

const DAY = 24 * 3_600_000;

/** The phone that reads the mail log, and the code that waits for one. */
export interface MailPhoneReport {
  readonly phone: Pick<PairedPhone, 'device' | 'pushUrl' | 'pairedAt' | 'lastPush'> | null;
  /** End of the code that waits for a phone; null without one. */
  readonly codeExpiresAt: Date | null;
}

/** How mail is sent, its numbers, and the pairing. */
export interface MailStatusReport extends MailPhoneReport {
  readonly transport: string;
  /** Without credentials. */
  readonly uri: string;
  readonly from: string;
  /** Mails of the last 24 hours. */
  readonly counts: MailCounts;
}

const shownPhone = ({ device, pushUrl, pairedAt, lastPush }: PairedPhone) => ({ device, pushUrl, pairedAt, lastPush });

const reportOf = ({ phone, code }: PhonePairing, now: Date): MailPhoneReport => ({
  phone: phone && shownPhone(phone),
  codeExpiresAt: code && code.expiresAt > now ? code.expiresAt : null,
});

/** Reports which phone is paired, and whether a code waits for one. */
export const readMailPhone = useCase(
  { access: 'read_mail_log', effect: 'read' },
  ({ phonePairing, clock }: NotificationPorts) =>
    async (_, __: object): Promise<MailPhoneReport> =>
      reportOf(await phonePairing.read(), clock.now()),
);

/** Reports how mail is sent, the numbers of the last 24 hours, and the pairing. */
export const readMailStatus = useCase(
  { access: 'read_mail_log', effect: 'read' },
  ({ mail, mailLog, phonePairing, settings, shopSettings, clock }: NotificationPorts) =>
    async (_, __: object): Promise<MailStatusReport> => {
      const now = clock.now();
      const pairing = await phonePairing.read();
      const { siteName } = await shopSettings.read();
      const { transport, uri, from } = mail.route;
      return {
        transport,
        uri,
        from: from(siteName ?? settings.siteName),
        counts: await mailLog.count(new Date(now.getTime() - DAY)),
        ...reportOf(pairing, now),
      };
    },
);
