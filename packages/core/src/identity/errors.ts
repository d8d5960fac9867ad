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
export const passwordNotAllowed = (field = 'password'): DomainError =>
  invalidField(field, 'not_allowed', 'A directory user has no password here.');

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

/** The key of tokens is given from outside; what has to be done first is told, because it is done in an emergency. */
export const tokenKeyFixed = (): DomainError =>
  new DomainError(
    'conflict',
    'managed_by_env',
    'JWT_SECRET gives the one key of tokens, and no command can change that. Move it to a key file first: docs/keys.md says how.',
  );

/** The person whom the directory means has an account already. */
export const externalIdTaken = (): DomainError =>
  new DomainError('conflict', 'external_id_taken', 'Another account belongs to that person of the directory.');

/** The environment decides these; what is stored would have no effect. */
export const managedByEnv = (members: readonly string[]): DomainError =>
  new DomainError('conflict', 'managed_by_env', 'The environment decides that.', {
    fields: members.map((member) => ({
      path: [member],
      code: 'managed_by_env',
      message: 'The environment decides that.',
    })),
  });

/** The kept password would go to a server, or in a manner, that it was not meant for. */
export const bindPasswordRequired = (): DomainError =>
  invalidField('bindPassword', 'bind_password_required', 'Send the bind password again with a changed connection.');

/** There is no directory to ask. */
export const directoryNotConfigured = (): DomainError =>
  new DomainError('conflict', 'ldap_not_configured', 'No directory is configured.');

/** The settings were tried before they were saved, and do not work. */
export const directoryTestFailed = (steps: readonly object[]): DomainError =>
  new DomainError('invalid', 'ldap_test_failed', 'The directory cannot be used with these settings.', { steps });
