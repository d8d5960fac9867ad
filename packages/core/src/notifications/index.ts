/** Messages to the holders of accounts, sent by jobs. */

export { noMailAddress } from './errors.ts';
export { type MailDelivery, type MailInput, type SendMailPorts, sendMail } from './send-mail.ts';
