/** E-mail to account owners, sent by background jobs. */

export { noMailAddress } from './errors.ts';
export { type MailDelivery, type MailInput, type SendMailPorts, sendMail } from './send-mail.ts';
