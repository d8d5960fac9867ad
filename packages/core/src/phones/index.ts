/** Sign-in of phones: by a code on a screen, or by a link in a mail. */

export {
  PHONE_APP_ID,
  type PhoneScan,
  type SignInAttempt,
  type SignInState,
  type StoredSignInState,
} from './attempt.ts';
export { type Device, deviceName } from './device.ts';
export { phoneEvents } from './events.ts';
export { type PhoneLink, phoneLink } from './links.ts';
export type { NewSignInAttempt, PhonesPorts, SignInAttemptStore, StateChange } from './ports.ts';
export { phonesPorts } from './ports.ts';
export { sendMagicLink } from './send-magic-link.ts';
export { approvePhone } from './use-cases/approve-phone.ts';
export { exchangePhoneToken } from './use-cases/exchange-token.ts';
export { forgetSignInAttempts } from './use-cases/forget-attempts.ts';
export { type IssuedPhoneToken, issuePhoneToken } from './use-cases/issue-token.ts';
export { listPhoneResources } from './use-cases/list-resources.ts';
export { listPhones, type RevokePhonesInput, revokePhones } from './use-cases/manage-phones.ts';
export { readPhoneAvailability, type UnavailabilityReason } from './use-cases/read-availability.ts';
export { readPhoneSession } from './use-cases/read-session.ts';
export { type PhoneStatus, readPhoneStatus } from './use-cases/read-status.ts';
export { requestMagicLink } from './use-cases/request-magic-link.ts';
export { revokeOwnPhone } from './use-cases/revoke-phone.ts';
export { scanPhoneToken } from './use-cases/scan-token.ts';
