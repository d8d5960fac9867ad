/** Outgoing mail: each message is sent at most once, and every failure is visible. */

export { mailRefused, mailUnavailable, mailUncertain, noMailAddress } from './errors.ts';
export type { MailMessage, MailPorts, MailTransport } from './ports.ts';
export { type MailDelivery, type MailInput, type SendMailPorts, sendMail } from './send-mail.ts';
