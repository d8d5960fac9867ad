import { invalidField } from '../../kernel/errors.ts';
import { isEmailAddress } from '../../kernel/formats/email.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { MailRecord } from '../../mail/index.ts';
import { noSuchMail } from '../errors.ts';
import type { NotificationPorts } from '../ports.ts';
import { queueAgain, waitForOutcome } from '../resending.ts';

/** Maximum recipients of a mail that is sent again. */
const MOST_RECIPIENTS = 20;

/** The mail to send again. */
export interface ResendMailInput {
  readonly id?: number;
  /** Recipients in place of the original ones; an empty list is the original ones. */
  readonly sentTo?: readonly string[];
  /** Whether to return at once, before the outcome is known. */
  readonly isDetached?: boolean;
}

/** The new record, and the time until its outcome, or until now. */
export interface ResentMail {
  readonly record: MailRecord;
  readonly milliseconds: number;
}

/**
 * Sends a mail again, as a new record, to its original recipients or to others; waits for the outcome, 25 seconds at
 * most. A failure is the outcome and no error: the record has the reason and the transcript. A repeated request waits for the
 * outcome of the same record.
 * @throws DomainError `mail_unknown`, `mail_redacted`, `validation_failed`, `idempotency_in_progress`, `idempotency_key_reused`
 */
export const resendMail = useCase(
  {
    access: 'read_mail_log',
    effect: 'write',
    transaction: 'own',
    repeats: 'resumed',
    audit: 'mail.resend',
    runsLong: true,
    refusals: { 'not-found': ['mail_unknown'], conflict: ['mail_redacted'] },
  },
  (ports: NotificationPorts) =>
    async (_, { id, sentTo = [], isDetached }: ResendMailInput, { note, inUnit }): Promise<ResentMail> => {
      const to = sentTo.length === 0 ? undefined : addressesIn(sentTo);
      if (id === undefined) throw noSuchMail();
      const queued = await inUnit(() => queueAgain(ports, { id, to }, note));
      const record = isDetached ? await ports.mailLog.find(queued) : await waitForOutcome(ports, queued);
      if (!record) throw noSuchMail();
      return { record, milliseconds: (record.endedAt ?? ports.clock.now()).getTime() - record.createdAt.getTime() };
    },
);

function addressesIn(texts: readonly string[]): readonly string[] {
  const addresses = [...new Set(texts.map((text) => text.trim()))];
  const wrong = addresses.find((address) => !isEmailAddress(address));
  if (wrong !== undefined || addresses.length > MOST_RECIPIENTS)
    throw invalidField('sentTo', 'validation_failed', `Give at most ${MOST_RECIPIENTS} e-mail addresses.`);
  return addresses;
}
