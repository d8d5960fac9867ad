/** Mail: by SMTP, or into a folder where there is no server. */
export { readSender, type Sender } from './sender.ts';
export { SmtpMail, type SmtpOptions } from './smtp-mail.ts';
export { SpoolMail } from './spool-mail.ts';
