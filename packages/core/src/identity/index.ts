/** Accounts and authentication: passwords, access tokens, application passwords, the LDAP directory. */

export { GENERATED_PASSWORD_LIFETIME, PASSWORD_MAX_LENGTH } from './accounts/password.ts';
export { type ChangeOwnPasswordInput, replaceOwnPassword } from './accounts/replace-own-password.ts';
export type { User, UserSource } from './accounts/user.ts';
export { usernamePattern } from './accounts/user.ts';
export type { PasswordOwner } from './application-passwords/access.ts';
export {
  type ApplicationPassword,
  type ApplicationPasswordHolder,
  acceptApplicationName,
  type HashedApplicationPassword,
  inGroupsOfFour,
  isSafeTransport,
  isUuid,
  lookupOf,
  type OwnedApplicationPassword,
  offersApplicationPasswords,
  plainName,
} from './application-passwords/application-password.ts';
export { applicationPasswordForbidden, applicationPasswordsDisabledForUser } from './application-passwords/errors.ts';
export {
  type CreatedApplicationPassword,
  issueApplicationPassword,
  type NewApplicationPassword,
} from './application-passwords/issue.ts';
export {
  type CertificateSummary,
  type DirectoryAccess,
  type DirectoryAnswer,
  type DirectoryAttributes,
  type DirectoryFault,
  type DirectoryPerson,
  type DirectoryProbe,
  type DirectoryRefusal,
  type DirectorySettings,
  defaultDirectorySettings,
  directoryFaults,
  type GroupMode,
  type NestedGroups,
  type ProbePerson,
  type ProbeStep,
  type ProbeStepName,
  probeSteps,
} from './directory/directory.ts';
export { checkDirectory } from './directory/health.ts';
export type { DirectoryPatch } from './directory/patch.ts';
export type { DirectoryReport } from './directory/report.ts';
export type { SyncFault } from './directory/sync-plan.ts';
export type { SyncReport } from './directory/sync-run.ts';
export type {
  Directory,
  DirectorySettingsStore,
  FixedDirectorySettings,
  SecretBox,
  StoredDirectorySettings,
  SyncClaim,
} from './directory-ports.ts';
export {
  directoryUnavailable,
  externalIdTaken,
  invalidToken,
  secretsKeyMissing,
  sessionNonceInvalid,
  sessionNotRenewable,
  sessionRequired,
  tokenKeyFixed,
  usernameTaken,
} from './errors.ts';
export { identityEvents } from './events.ts';
export type {
  ApplicationPasswordStore,
  CommonPasswords,
  IdentityPorts,
  LoginRecord,
  MailErasure,
  NewUser,
  PasswordHasher,
  RevocationStore,
  SealedSecret,
  SealedSecretStore,
  SecretDigest,
  SessionMoment,
  SessionNonces,
  SignInLinkStore,
  StoredPassword,
  TokenExpectations,
  TokenNames,
  TokenRecord,
  TokenSigner,
  TokenVerification,
  UserChanges,
  UserFilter,
  UserSortField,
  UserStore,
} from './ports.ts';
export { identityPorts, userSortFields } from './ports.ts';
export { type AccessClaims, TOKEN_LIFETIME } from './sessions/access-token.ts';
export { pageSession, REQUEST_NONCE } from './sessions/browser-session.ts';
export { endSession } from './sessions/end-session.ts';
export type { IssuedToken } from './sessions/issue-token.ts';
export type { KeyRotation, RingEntry, SecretKeys, TokenKeys } from './sessions/keys.ts';
export { renewSession } from './sessions/renew-session.ts';
export { type LogInInput, signIn } from './sessions/sign-in.ts';
export { SIGN_IN_LINK_LIFETIME, type SignInLink } from './sessions/sign-in-link.ts';
export { type BootstrapOutcome, bootstrapAdministrator } from './use-cases/accounts/bootstrap-administrator.ts';
export { changeOwnPassword } from './use-cases/accounts/change-own-password.ts';
export { type CreatedUser, createUser } from './use-cases/accounts/create-user.ts';
export { deleteUser } from './use-cases/accounts/delete-user.ts';
export { listUsers } from './use-cases/accounts/list-users.ts';
export { readOwnUser, readUser } from './use-cases/accounts/read-user.ts';
export { resetPassword } from './use-cases/accounts/reset-password.ts';
export { restoreUser } from './use-cases/accounts/restore-user.ts';
export { unlockUser } from './use-cases/accounts/unlock-user.ts';
export { updateOwnProfile } from './use-cases/accounts/update-own-profile.ts';
export { updateUser } from './use-cases/accounts/update-user.ts';
export {
  type AuthenticateApplicationPasswordInput,
  authenticateApplicationPassword,
} from './use-cases/application-passwords/authenticate-application-password.ts';
export {
  type DeletedApplicationPasswords,
  deleteAllApplicationPasswords,
  deleteApplicationPassword,
  renameApplicationPassword,
} from './use-cases/application-passwords/change-application-passwords.ts';
export {
  type CreateApplicationPasswordInput,
  createApplicationPassword,
} from './use-cases/application-passwords/create-application-password.ts';
export {
  introspectApplicationPassword,
  listApplicationPasswords,
  readApplicationPassword,
} from './use-cases/application-passwords/read-application-passwords.ts';
export { readDirectorySettings } from './use-cases/directory/read-directory-settings.ts';
export { removeDirectorySettings } from './use-cases/directory/remove-directory-settings.ts';
export { saveDirectorySettings } from './use-cases/directory/save-directory-settings.ts';
export { synchroniseDirectory, synchroniseWhenDue } from './use-cases/directory/synchronise-directory.ts';
export { type DirectoryTest, testDirectory } from './use-cases/directory/test-directory.ts';
export { authenticateSession, authenticateToken } from './use-cases/sessions/authenticate-token.ts';
export { type CreatedSignInLink, createSignInLink } from './use-cases/sessions/create-sign-in-link.ts';
export { forgetExpiredTokens } from './use-cases/sessions/forget-expired-tokens.ts';
export { type InspectedToken, inspectToken } from './use-cases/sessions/inspect-token.ts';
export { issueTokenFor } from './use-cases/sessions/issue-token-for.ts';
export { logIn } from './use-cases/sessions/log-in.ts';
export { logOut, logOutEverywhere } from './use-cases/sessions/log-out.ts';
export { revokeAllTokens, revokeTokens } from './use-cases/sessions/revoke-tokens.ts';
export { listKeys, rotateKeys } from './use-cases/sessions/rotate-keys.ts';
export { rotateSecrets, type SecretsRotation } from './use-cases/sessions/rotate-secrets.ts';
export { signInByLink } from './use-cases/sessions/sign-in-by-link.ts';
