import { DomainError, invalidField } from '../kernel/errors.ts';

/** The request came over an unencrypted connection. */
export const sslRequired = (): DomainError =>
  new DomainError('forbidden', 'ssl_required', 'Phones sign in over HTTPS only, or on a local site.');

/** The public address of the site is not HTTPS, so that a phone would send its password unencrypted. */
export const insecureSiteUrl = (): DomainError =>
  new DomainError('misconfigured', 'insecure_site_url', 'The public address of this site must begin with https://.');

/** Application passwords are switched off, or not available to this account. */
export const applicationPasswordsUnavailable = (): DomainError =>
  new DomainError(
    'switched-off',
    'application_passwords_unavailable',
    'Application passwords are switched off, or not available to this account.',
  );

/** Unknown token; also one of another user. */
export const tokenInvalid = (): DomainError =>
  new DomainError('unauthenticated', 'invalid_token', 'This code is not valid. Show a new one.');

/** The time of the token is over. */
export const tokenExpired = (): DomainError =>
  new DomainError('unauthenticated', 'token_expired', 'The time of this code is over. Show a new one.');

/** The app is too old to show a number. */
export const appUpdateRequired = (): DomainError =>
  new DomainError('upgrade-required', 'mobile_app_update_required', 'Update the app: it has to show a number.');

/** The device has neither a model nor an operating system. */
export const deviceInvalid = (): DomainError =>
  invalidField('device', 'invalid_device', 'The device needs a model or an operating system.');

/** Another phone has scanned the code. */
export const alreadyScanned = (): DomainError =>
  new DomainError('conflict', 'qr_login_already_scanned', 'This code was scanned before. Show a new one.');

/** Another request is deciding about the same phone. */
export const approvalInProgress = (): DomainError =>
  new DomainError('conflict', 'qr_login_approval_in_progress', 'Another request has just decided about this phone.');

/** There is no phone to decide about: none has scanned the code, or it is decided. */
export const notScanned = (): DomainError =>
  new DomainError('conflict', 'qr_login_not_scanned', 'No phone is waiting for a choice with this code.');

/** The time for the choice is over. */
export const signInExpired = (): DomainError =>
  new DomainError('gone', 'qr_login_expired', 'The time for the choice is over. Show a new code.');

/** The phone is not approved. */
export const notApproved = (): DomainError =>
  new DomainError('precondition-failed', 'qr_login_not_approved', 'The sign-in of this phone is not approved.');

/** The exchange grant is missing or wrong. */
export const grantInvalid = (): DomainError =>
  new DomainError('precondition-failed', 'invalid_exchange_grant', 'The exchange grant is not the one of this phone.');

/** The account was deleted in the meantime. */
export const signInUserNotFound = (): DomainError =>
  new DomainError('not-found', 'user_not_found', 'The account of this code does not exist.');

/** The account may not give passwords to phones any more. */
export const signInNotAllowed = (): DomainError =>
  new DomainError(
    'unauthenticated',
    'rest_cannot_create_application_passwords',
    'The account of this code may not sign in a phone.',
  );

/** There is no such password of the caller. */
export const phoneNotFound = (): DomainError =>
  new DomainError('not-found', 'application_password_not_found', 'You have no such application password.');

/** Links in mails are switched off. */
export const magicLinkDisabled = (): DomainError =>
  new DomainError('switched-off', 'magic_link_disabled', 'Sign-in by mail is switched off.');

/** Mail does not leave this machine. */
export const mailerNotConfigured = (): DomainError =>
  new DomainError('switched-off', 'mailer_not_configured', 'No mail server is configured.');
