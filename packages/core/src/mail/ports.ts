import type { Page } from '../kernel/page.ts';
import type { MailChanges, MailRecord, MailStatus, MailSummary, NewMailRecord } from './record.ts';

/** A message as it is sent. */
export interface MailMessage {
  /** Letters, digits, dots and hyphens; the same for every attempt to send the message. */
  readonly id: string;
  /** At least one address. */
  readonly to: readonly string[];
  /** The sender's display name, unless the installation configures one. */
  readonly fromName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** When it was written. */
  readonly date: Date;
  /** Further headers. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Callbacks of one attempt to send a message. */
export interface MailAttempt {
  /**
   * Awaited once, before the final bytes are sent: until then the server cannot have accepted the message, and if it
   * rejects, the message is not sent.
   */
  onHandingOver(): Promise<void>;
  /** Receives each line of the dialogue with the server, without credentials and content of the message. */
  onLine(line: string): void;
}

/** The result of a delivery. */
export interface MailReceipt {
  /** Recipients that the server refused although it accepted the message for others. */
  readonly refused: readonly string[];
}

/** How messages are sent. */
export interface MailRoute {
  readonly transport: 'smtp' | 'folder';
  /** Address of the mail server or path of the folder, without credentials. */
  readonly uri: string;
  /** Sender of messages with this display name, unless the installation configures one: `Shop <shop@example.org>`. */
  from(fromName: string): string;
}

/** Delivers messages to a mail server. */
export interface MailTransport {
  readonly route: MailRoute;
  /**
   * Sends a message; resolves once the server has accepted it for at least one recipient.
   * @throws DomainError `mail_refused` on a permanent failure, `mail_unavailable` on a temporary one, `mail_uncertain` if it is
   * unknown whether the server accepted the message
   */
  send(message: MailMessage, attempt: MailAttempt): Promise<MailReceipt>;
}

/** A filter of mail records; absent members do not restrict. */
export interface MailFilter {
  readonly status?: MailStatus;
  /** Part of subject, recipients or error, case ignored. */
  readonly query?: string;
  /** Only failed mails whose notice was not removed from the dashboard. */
  readonly isNoticed?: boolean;
}

/** A filter of mail records that are counted by status. */
export type MailCountFilter = Omit<MailFilter, 'status'>;

/** Numbers of records since a time. */
export interface MailCounts extends Readonly<Record<MailStatus, number>> {
  /** Those whose notice was opened. */
  readonly opened: number;
}

/** A person whose mails are erased. */
export interface MailAddressee {
  /** Null if there is none. */
  readonly email: string | null;
  readonly userId: number | null;
}

/** The mail log: a record of every message. Writes belong to the surrounding unit of work, if there is one. */
export interface MailLog {
  /** Stores a record under a new id. */
  add(record: NewMailRecord): Promise<MailRecord>;
  /** The record of this id, or undefined. */
  find(id: number): Promise<MailRecord | undefined>;
  /** Some records that match, the newest first, and the number of all that match. */
  list(filter: MailFilter, part: { readonly offset: number; readonly limit: number }): Promise<Page<MailSummary>>;
  /** Numbers of the records that match by status; statuses without records may be absent. */
  countByStatus(filter: MailCountFilter): Promise<ReadonlyMap<MailStatus, number>>;
  /** Changes a record that has one of these statuses; undefined if there is none. Concurrent calls are decided one after another. */
  change(id: number, changes: MailChanges, statuses?: readonly MailStatus[]): Promise<MailSummary | undefined>;
  /** Counts the records made since a time. */
  count(since: Date): Promise<MailCounts>;
  /** Deletes all records of mails written to a person, and those that repeat them for others; returns their number. */
  erase(person: MailAddressee): Promise<number>;
  /**
   * Deletes up to `most` delivered or failed records made before a time, or beyond the newest `keep`; returns their
   * number. Queued records remain.
   */
  forget(limits: { readonly before: Date | null; readonly keep: number }, most: number): Promise<number>;
}

/** The ports of the mail context. */
export interface MailPorts {
  readonly mail: MailTransport;
  readonly mailLog: MailLog;
}

/** Whether the database or another adapter supplies each port. */
export const mailPorts = { mail: 'service', mailLog: 'store' } as const;
