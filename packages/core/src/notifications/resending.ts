import type { AuditNote } from '../kernel/audit.ts';
import type { Clock } from '../kernel/ports.ts';
import type { MailRecord } from '../mail/index.ts';
import { mailRedacted, noSuchMail } from './errors.ts';
import type { NotificationPorts } from './ports.ts';
import { resendMailJob } from './send-mail.ts';
import { queueMail } from './submit-mail.ts';

/** A mail to send again. */
export interface Resending {
  readonly id: number;
  /** Other recipients in place of the original ones. */
  readonly to?: readonly string[] | undefined;
}

/**
 * Queues a mail again as a new record, as part of the surrounding unit of work, and returns its id. One attempt is made.
 * @throws DomainError `mail_unknown`, `mail_redacted`
 */
export async function queueAgain(ports: NotificationPorts, { id, to }: Resending, note: AuditNote): Promise<number> {
  const original = await ports.mailLog.find(id);
  if (!original) throw noSuchMail();
  if (original.body === null) throw mailRedacted();
  const { userId, subject, body, headers, originalTo } = original;
  const record = await queueMail(ports, resendMailJob, {
    userId,
    subject,
    body,
    headers,
    originalTo,
    to: to ?? originalTo,
    resentOf: id,
    isRedacted: false,
    sealedBody: null,
  });
  ports.events.publish({ type: 'mail.resent', at: record.createdAt, mailId: record.id, resentOf: id });
  note({
    target: { type: 'mail', id },
    changes: { resent_as: { from: null, to: record.id }, ...(to !== undefined && { recipients: true }) },
  });
  return record.id;
}

/** Longest wait for the outcome (ms), and pauses between looks at it. */
const LONGEST_WAIT = 25_000;
const SHORTEST_PAUSE = 50;
const LONGEST_PAUSE = 400;

/**
 * Waits until a mail has been sent or has failed, 25 seconds at most; the record as it is then.
 * @throws DomainError `mail_unknown` if it was deleted
 */
export async function waitForOutcome(
  { mailLog, clock }: Pick<NotificationPorts, 'mailLog'> & { readonly clock: Clock },
  id: number,
): Promise<MailRecord> {
  let latest = await mailLog.find(id);
  let pause = SHORTEST_PAUSE;
  for (let waited = 0; latest?.status === 'queued' && waited < LONGEST_WAIT; waited += pause) {
    pause = Math.min(pause * 2, LONGEST_PAUSE);
    await clock.wait(pause);
    latest = await mailLog.find(id);
  }
  if (!latest) throw noSuchMail();
  return latest;
}
