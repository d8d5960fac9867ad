import { DomainError, invalidField } from '../../kernel/errors.ts';

/** Wrong name or password; the answer does not disclose which. */
export const incorrectPassword = (): DomainError =>
  new DomainError(
    'unauthenticated',
    'incorrect_password',
    'Name or application password is incorrect. The password of the account does not work here.',
  );

/** The password is correct but has expired. */
export const applicationPasswordExpired = (): DomainError =>
  new DomainError('unauthenticated', 'application_password_expired', 'This application password has expired.');

/** An application password was sent over an unencrypted connection, or they are switched off. */
export const applicationPasswordsRefused = (): DomainError =>
  new DomainError(
    'unauthenticated',
    'application_passwords_disabled',
    'Application passwords are switched off, or work over HTTPS only.',
  );

/** Too many wrong passwords from this network or for this name. */
export const tooManyWrongPasswords = (retryAfter: number): DomainError =>
  new DomainError('rate-limited', 'rate_limit_exceeded', 'Too many wrong passwords. Try again later.', { retryAfter });

/** Application passwords are not issued over an unencrypted connection, nor while they are switched off. */
export const applicationPasswordsDisabled = (): DomainError =>
  new DomainError(
    'switched-off',
    'application_passwords_disabled',
    'Application passwords are switched off, or available over HTTPS only.',
  );

/** The account must change its password first, or is inactive. */
export const applicationPasswordsDisabledForUser = (): DomainError =>
  new DomainError(
    'switched-off',
    'application_passwords_disabled_for_user',
    'This account has to get a new password before it can give any to applications.',
  );

/** The account has the maximum number of application passwords. */
export const tooManyApplicationPasswords = (): DomainError =>
  new DomainError(
    'forbidden',
    'rest_cannot_create_application_passwords',
    'This account has as many application passwords as one can have.',
  );

export const applicationNameEmpty = (): DomainError =>
  invalidField('name', 'application_password_empty_name', 'An application password needs a name.');

export const applicationNameTooLong = (most: number): DomainError =>
  invalidField('name', 'validation_failed', `The name of an application password has at most ${most} characters.`);

/** The application id is not a UUID. */
export const appIdInvalid = (): DomainError =>
  invalidField('appId', 'invalid_app_id', 'The id of an application is a UUID.');

/** The expiry is not in the future. */
export const expiryPassed = (): DomainError =>
  invalidField('expiresAt', 'validation_failed', 'An application password cannot expire before it is made.');

/** There is no such password, or it belongs to another user. */
export const applicationPasswordNotFound = (): DomainError =>
  new DomainError('not-found', 'rest_application_password_not_found', 'There is no such application password.');

export const shopUserNotFound = (): DomainError =>
  new DomainError('not-found', 'rest_user_invalid_id', 'There is no such user.');

/** The request came without an application password. */
export const noApplicationPassword = (): DomainError =>
  new DomainError(
    'not-found',
    'rest_no_authenticated_app_password',
    'This request was not signed in with an application password.',
  );

/** Introspection is limited to the caller's own password. */
export const introspectionForbidden = (): DomainError =>
  new DomainError(
    'forbidden',
    'rest_cannot_introspect_app_password_for_non_authenticated_user',
    'Only the user who sent the request can be asked about.',
  );

const forbidden = (code: string, message: string): DomainError => new DomainError('forbidden', code, message);

/** The refusals by operation. */
const refusals = {
  list: () =>
    forbidden('rest_cannot_list_application_passwords', 'You may not list the application passwords of this user.'),
  read: () => forbidden('rest_cannot_read_application_password', 'You may not read this application password.'),
  create: () =>
    forbidden('rest_cannot_create_application_passwords', 'You may not create application passwords for this user.'),
  edit: () => forbidden('rest_cannot_edit_application_password', 'You may not change this application password.'),
  delete: () => forbidden('rest_cannot_delete_application_password', 'You may not delete this application password.'),
  deleteAll: () =>
    forbidden('rest_cannot_delete_application_passwords', 'You may not delete the application passwords of this user.'),
} as const;
/** An operation on application passwords. */
export type ApplicationPasswordAct = keyof typeof refusals;

/** The caller may not perform this operation on the passwords of this account. */
export const applicationPasswordForbidden = (act: ApplicationPasswordAct): DomainError => refusals[act]();
