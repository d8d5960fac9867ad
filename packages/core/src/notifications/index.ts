/** E-mail to account owners, the mail log, and the paired phone. */

export {
  type MailFilter,
  type MailRecord,
  type MailStatus,
  type MailSummary,
  mailStatuses,
} from '../mail/index.ts';
export { noMailAddress } from './errors.ts';
export { mailEvents } from './events.ts';
export { MAIL_BODY } from './mail-content.ts';
export { type MailView, type MailViewType, mailViewTypes } from './mail-view.ts';
export { demandPhone, PUSH_KEY } from './phone/device.ts';
export {
  CODE_LIFETIME,
  CODE_TRIES,
  type CodeTry,
  type PairedPhone,
  type PairingCode,
  type PhonePairing,
  type PhonePairingStore,
  type PushAttempt,
  pairingLink,
  redeemCode,
} from './phone/pairing.ts';
export { pushJob } from './phone/push-job.ts';
export type { PushMessage, PushNotifier } from './phone/push-notifier.ts';
export type { DashboardFlags, NotificationPorts, SubmitMailPorts } from './ports.ts';
export { notificationPorts } from './ports.ts';
export {
  type MailDelivery,
  type MailJobInput,
  recordEnd,
  resendMailJob,
  type SendMailPorts,
  sendMail,
  sendUnstored,
} from './send-mail.ts';
export { type MailInput, recordUnstoredMail, submitMail } from './submit-mail.ts';
export { adStates, setDashboardAd } from './use-cases/dashboard.ts';
export {
  countMails,
  countMailsByStatus,
  forgetMails,
  listMails,
  type MailListing,
  mailPeriods,
  openMailNotice,
  removeMailNotice,
  type SearchMailsInput,
  type ShownMail,
  searchMails,
  showMail,
} from './use-cases/mail-log.ts';
export { type MailPhoneReport, type MailStatusReport, readMailPhone, readMailStatus } from './use-cases/mail-status.ts';
export {
  type ConnectedPhone,
  connectPhone,
  createPairingCode,
  disconnectPhone,
  type NewPairingCode,
  unpairPhone,
} from './use-cases/pair-phone.ts';
export { listPhoneMails, resendPhoneMail, signPhoneMail } from './use-cases/phone-mails.ts';
export { type ResentMail, resendMail } from './use-cases/resend-mail.ts';
export { type ViewedMail, viewMail } from './use-cases/view-mail.ts';
