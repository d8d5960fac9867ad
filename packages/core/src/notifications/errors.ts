import { DomainError, invalidField } from '../kernel/errors.ts';

const withoutAddress = 'The account has no e-mail address.';

/** The account has no e-mail address; `member` names the input that asks for mail. */
export const noMailAddress = (member?: string): DomainError =>
  member === undefined
    ? new DomainError('invalid', 'mail_no_address', withoutAddress)
    : invalidField(member, 'mail_no_address', withoutAddress);

/** The body of the mail gave access to an account, so it was deleted with the delivery. */
export const mailRedacted = (): DomainError =>
  new DomainError('conflict', 'mail_redacted', 'The content of this mail is not stored, so it cannot be sent again.');

/** No record of the mail log has this id. */
export const noSuchMail = (): DomainError => new DomainError('not-found', 'mail_unknown', 'There is no such mail.');

/** The request does not name a mail. */
export const mailIdMissing = (): DomainError =>
  new DomainError('malformed', 'mail_id_missing', 'Name the mail by its id.');

/** The signed address of a mail has expired, or is not one. */
export const mailViewGone = (): DomainError =>
  new DomainError('not-found', 'mail_view_gone', 'This address is not valid any more. Open the mail again.');

/** The request has no device token. */
export const deviceTokenMissing = (): DomainError =>
  new DomainError('malformed', 'device_token_missing', 'The header Device-Token is missing.');

/** No paired phone has this device token. */
export const deviceTokenUnknown = (): DomainError =>
  new DomainError('unauthenticated', 'device_token_unknown', 'No paired phone has this device token.');

/** The device token chosen by the phone can be guessed, or is no header value. */
export const deviceTokenWeak = (): DomainError =>
  invalidField(
    'deviceToken',
    'device_token_weak',
    'The header Device-Token must have 32 to 512 characters: letters, digits and . _ : - only.',
  );

/** The address for push messages is not one that may be called. */
export const pushAddressInvalid = (): DomainError =>
  invalidField(
    'serverUrl',
    'push_address_invalid',
    'The header Server-Url must be an address of a web server without user name, at most 500 characters long.',
  );

/** The one-time code is wrong, used or expired. */
export const pairingCodeWrong = (): DomainError =>
  new DomainError('unauthenticated', 'pairing_code_wrong', 'The code is wrong or expired. Show a new one and scan it.');

/** There is no paired phone. */
export const notPaired = (): DomainError =>
  new DomainError('forbidden', 'phone_not_paired', 'No phone is paired with this shop.');
