import { DomainError, invalidField } from '../kernel/errors.ts';

/** Whatever was wrong with a login: the caller never learns which part. */
export const invalidCredentials = (): DomainError =>
  new DomainError('unauthenticated', 'invalid_credentials', 'Username or password is incorrect.');

/** Whatever was wrong with a token: the caller never learns what. */
export const invalidToken = (): DomainError =>
  new DomainError('unauthenticated', 'invalid_token', 'The access token is not valid.');

/** A form login with another grant than the password (RFC 6749, 5.2). */
export const unsupportedGrantType = (): DomainError =>
  new DomainError('malformed', 'unsupported_grant_type', 'The grant type must be password.');

/** The name belongs to another user, whatever its case. */
export const usernameTaken = (): DomainError =>
  new DomainError('conflict', 'username_taken', 'Another user has that name.');

/** Without this account no active local administrator would be left. */
export const lastAdministrator = (): DomainError =>
  new DomainError('conflict', 'last_admin', 'At least one active local administrator must remain.');

/** Administrators keep their own account alive, so that nobody locks themselves out by mistake. */
export const selfRemovalForbidden = (): DomainError =>
  new DomainError('conflict', 'self_removal_forbidden', 'You cannot delete, deactivate or demote yourself.');

/** The directory keeps this; it cannot be changed here. */
export const managedByDirectory = (): DomainError =>
  new DomainError('conflict', 'managed_by_directory', 'The directory manages this account.');

/** The system's own account takes no part in anything that people do. */
export const systemUserIsFixed = (): DomainError =>
  new DomainError('conflict', 'system_user_is_fixed', 'The system account cannot be changed.');

/** A known member that this caller may not write. */
export const fieldForbidden = (field: string): DomainError =>
  new DomainError('forbidden', 'field_forbidden', 'You may not change that.', {
    fields: [{ path: [field], code: 'field_forbidden', message: 'You may not change that.' }],
  });

/** The current password, asked for before a change, was not right. */
export const currentPasswordIncorrect = (): DomainError =>
  invalidField('currentPassword', 'current_password_incorrect', 'That is not the current password.');

/** A directory account has its password at the directory. */
export const passwordNotAllowed = (): DomainError =>
  invalidField('password', 'not_allowed', 'A directory user has no password here.');

/** The directory cannot be asked; which account is meant makes no difference to the answer. */
export const directoryUnavailable = (cause?: unknown): DomainError =>
  new DomainError(
    'unavailable',
    'directory_unavailable',
    'The directory cannot be asked at the moment.',
    { retryAfter: 30 },
    cause,
  );

/** A secret cannot be kept, because there is no key to seal it with. */
export const secretsKeyMissing = (): DomainError =>
  new DomainError('conflict', 'secrets_key_missing', 'SECRETS_KEY is not set, so no secret can be kept.');
