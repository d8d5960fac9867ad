/** Mail to people: written once, sent once, and never lost in silence. */

export { mailRefused, mailUnavailable, mailUncertain, noMailAddress } from './errors.ts';
export type { MailMessage, MailPorts, MailTransport } from './ports.ts';
export { type MailInput, type MailPlace, type SendMailPorts, sendMail } from './send-mail.ts';
