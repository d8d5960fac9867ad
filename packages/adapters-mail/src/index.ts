/** Mail transports: SMTP, and a spool folder for installations without a mail server. */
export { type MailSender, readSender } from './sender.ts';
export { SmtpMail, type SmtpOptions } from './smtp-mail.ts';
export { SpoolMail } from './spool-mail.ts';
