/** Delivery states of a mail: waiting for delivery, accepted by the mail server, or given up. */
export const mailStatuses = ['queued', 'sent', 'failed'] as const;
/** One of `mailStatuses`. */
export type MailStatus = (typeof mailStatuses)[number];

/** The reason of the last failed attempt, or of recipients that were refused. */
export interface MailFault {
  readonly code: string;
  readonly message: string;
}

/** The body of a mail, as plain text and as HTML. */
export interface MailBody {
  readonly text: string;
  readonly html: string;
}

/** A record of the mail log without body and transcript. */
export interface MailSummary {
  readonly id: number;
  readonly status: MailStatus;
  /** The account it was written to; null for other addresses. */
  readonly userId: number | null;
  /** Identifies the message for mail servers; the same for every attempt. */
  readonly messageId: string;
  /** `Shop <shop@example.org>`. */
  readonly from: string;
  /** Addresses it is sent to. */
  readonly to: readonly string[];
  /** Addresses of the first message; differs from `to` in a mail that was resent to others. */
  readonly originalTo: readonly string[];
  readonly subject: string;
  /** Headers requested by the application, one per line. */
  readonly headers: string;
  /** True if the body gives access to an account: it is deleted with the delivery and cannot be resent. */
  readonly isRedacted: boolean;
  /** `smtp` or `folder`. */
  readonly transport: string;
  /** Address of the mail server or path of the folder, without credentials. */
  readonly transportUri: string;
  readonly fault: MailFault | null;
  /** Number of attempts to deliver it. */
  readonly attempts: number;
  /** The record that it repeats; null for a first message. */
  readonly resentOf: number | null;
  readonly createdAt: Date;
  /** Time of the final state; null while queued. */
  readonly endedAt: Date | null;
  /** When the notice of its failure was opened in the dashboard. */
  readonly openedAt: Date | null;
  /** When the notice of its failure was removed from the dashboard. */
  readonly dismissedAt: Date | null;
}

/** A record of the mail log. */
export interface MailRecord extends MailSummary {
  /** Null in a redacted record. */
  readonly body: MailBody | null;
  /** The encrypted body of a redacted record until it is delivered; null otherwise. */
  readonly sealedBody: string | null;
  /** The dialogue with the mail server, of all attempts, without credentials. */
  readonly transcript: string;
}

/** A record before it is stored. */
export type NewMailRecord = Pick<
  MailRecord,
  | 'status'
  | 'userId'
  | 'messageId'
  | 'from'
  | 'to'
  | 'originalTo'
  | 'subject'
  | 'headers'
  | 'body'
  | 'isRedacted'
  | 'sealedBody'
  | 'transport'
  | 'transportUri'
  | 'fault'
  | 'resentOf'
  | 'createdAt'
>;

/** Members of a record that change. */
export type MailChanges = Partial<
  Pick<
    MailRecord,
    'status' | 'sealedBody' | 'fault' | 'attempts' | 'endedAt' | 'openedAt' | 'dismissedAt' | 'transcript'
  >
>;
