/** The mail transport, the mail log, and their errors. */

export { mailRefused, mailUnavailable, mailUncertain } from './errors.ts';
export type {
  MailAddressee,
  MailAttempt,
  MailCountFilter,
  MailCounts,
  MailFilter,
  MailLog,
  MailMessage,
  MailPorts,
  MailReceipt,
  MailRoute,
  MailTransport,
} from './ports.ts';
export { mailPorts } from './ports.ts';
export {
  type MailBody,
  type MailChanges,
  type MailFault,
  type MailRecord,
  type MailStatus,
  type MailSummary,
  mailStatuses,
  type NewMailRecord,
} from './record.ts';
