/** The mail transport and its errors. */

export { mailRefused, mailUnavailable, mailUncertain } from './errors.ts';
export type { MailMessage, MailPorts, MailTransport } from './ports.ts';
