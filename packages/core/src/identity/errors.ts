import { DomainError, invalidField } from '../kernel/errors.ts';

/** A failed login, for any reason; the answer does not disclose which. */
export const invalidCredentials = (): DomainError =>
  new DomainError('unauthenticated', 'invalid_credentials', 'Username or password is incorrect.');

/** The link is unknown, used, expired, or its account may not sign in; the answer does not disclose which. */
export const signInLinkInvalid = (): DomainError =>
  new DomainError('unauthenticated', 'sign_in_link_invalid', 'This link has been used already, or has expired.');

/** A disabled account cannot get a sign-in link. */
export const accountDisabled = (): DomainError =>
  new DomainError('conflict', 'account_disabled', 'The account is disabled. Enable it first.');

/** An invalid token, for any reason; the answer does not disclose which. */
export const invalidToken = (): DomainError =>
  new DomainError('unauthenticated', 'invalid_token', 'The access token is not valid.');

/** The request has no browser session. */
export const sessionRequired = (): DomainError =>
  new DomainError('conflict', 'session_required', 'This needs the session of a browser.');

/** The session was begun without a password by an earlier release, or its end has come. */
export const sessionNotRenewable = (): DomainError =>
  new DomainError('conflict', 'session_not_renewable', 'The session cannot be renewed. Sign in again.');

/** The sign-in was not sent by a page of this site. */
export const sessionNonceInvalid = (): DomainError =>
  new DomainError('forbidden', 'session_nonce_invalid', 'The page is too old: load it again.');

/** A form login with a grant type other than `password` (RFC 6749, 5.2). */
export const unsupportedGrantType = (): DomainError =>
  new DomainError('malformed', 'unsupported_grant_type', 'The grant type must be password.');

/** The name belongs to another user, case ignored. */
export const usernameTaken = (): DomainError =>
  new DomainError('conflict', 'username_taken', 'Another user has that name.');

/** The change would leave no active local administrator. */
export const lastAdministrator = (): DomainError =>
  new DomainError('conflict', 'last_admin', 'At least one active local administrator must remain.');

/** Administrators cannot remove their own account, which prevents accidental lock-out. */
export const selfRemovalForbidden = (): DomainError =>
  new DomainError('conflict', 'self_removal_forbidden', 'You cannot delete, deactivate or demote yourself.');

/** The directory manages this account; it cannot be changed here. */
export const managedByDirectory = (): DomainError =>
  new DomainError('conflict', 'managed_by_directory', 'The directory manages this account.');

/** The system account cannot be changed or signed in to. */
export const systemUserIsFixed = (): DomainError =>
  new DomainError('conflict', 'system_user_is_fixed', 'The system account cannot be changed.');

/** The caller may not change this member. */
export const fieldForbidden = (field: string): DomainError =>
  new DomainError('forbidden', 'field_forbidden', 'You may not change that.', {
    fields: [{ path: [field], code: 'field_forbidden', message: 'You may not change that.' }],
  });

/** The current password required for a change is wrong. */
export const currentPasswordIncorrect = (): DomainError =>
  invalidField('currentPassword', 'current_password_incorrect', 'That is not the current password.');

/** The password of a directory account is at the directory. */
export const passwordNotAllowed = (field = 'password'): DomainError =>
  invalidField(field, 'not_allowed', 'A directory user has no password here.');

/** The directory is unavailable; the answer is the same for every account. */
export const directoryUnavailable = (cause?: unknown): DomainError =>
  new DomainError(
    'unavailable',
    'directory_unavailable',
    'The directory cannot be asked at the moment.',
    { retryAfter: 30 },
    cause,
  );

/** No key to seal the secret with. */
export const secretsKeyMissing = (): DomainError =>
  new DomainError('conflict', 'secrets_key_missing', 'SECRETS_KEY is not set, so no secret can be kept.');

/** The token key is set by the environment. The message includes the remedy, because rotation happens in emergencies. */
export const tokenKeyFixed = (): DomainError =>
  new DomainError(
    'conflict',
    'managed_by_env',
    'JWT_SECRET gives the one key of tokens, and no command can change that. Move it to a key file first: docs/keys.md says how.',
  );

/** Another account is linked to that person of the directory. */
export const externalIdTaken = (): DomainError =>
  new DomainError('conflict', 'external_id_taken', 'Another account belongs to that person of the directory.');

/** The environment sets these members; stored values would have no effect. */
export const managedByEnv = (members: readonly string[]): DomainError =>
  new DomainError('conflict', 'managed_by_env', 'The environment decides that.', {
    fields: members.map((member) => ({
      path: [member],
      code: 'managed_by_env',
      message: 'The environment decides that.',
    })),
  });

/** The connection has changed, so the stored password must not be used with it. */
export const bindPasswordRequired = (): DomainError =>
  invalidField('bindPassword', 'bind_password_required', 'Send the bind password again with a changed connection.');

/** The directory is disabled or has no address. */
export const directoryNotConfigured = (): DomainError =>
  new DomainError('conflict', 'ldap_not_configured', 'No directory is configured.');

/** The settings failed the test before saving. */
export const directoryTestFailed = (steps: readonly object[]): DomainError =>
  new DomainError('invalid', 'ldap_test_failed', 'The directory cannot be used with these settings.', { steps });
