/** Accounts and authentication: passwords, access tokens, application passwords, the LDAP directory. */
export { type AccessClaims, TOKEN_LIFETIME } from './access-token.ts';
export {
  type ApplicationPassword,
  type ApplicationPasswordHolder,
  acceptApplicationName,
  type HashedApplicationPassword,
  inGroupsOfFour,
  isSafeTransport,
  isUuid,
  lookupOf,
  plainName,
} from './application-password.ts';
export type { PasswordOwner } from './application-password-access.ts';
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
} from './directory.ts';
export { checkDirectory } from './directory-health.ts';
export type {
  Directory,
  DirectorySettingsStore,
  FixedDirectorySettings,
  SecretBox,
  StoredDirectorySettings,
  SyncClaim,
} from './directory-ports.ts';
export type { DirectoryReport } from './directory-report.ts';
export type { SyncFault } from './directory-sync.ts';
export type { SyncReport } from './directory-sync-run.ts';
export type { DirectoryPatch } from './directory-wishes.ts';
export {
  directoryUnavailable,
  externalIdTaken,
  invalidToken,
  secretsKeyMissing,
  tokenKeyFixed,
  usernameTaken,
} from './errors.ts';
export type { IssuedToken } from './issue-token.ts';
export type { KeyRotation, RingEntry, SecretKeys, TokenKeys } from './keys.ts';
export { GENERATED_PASSWORD_LIFETIME } from './password.ts';
export type {
  ApplicationPasswordStore,
  CommonPasswords,
  IdentityPorts,
  LoginRecord,
  NewUser,
  PasswordHasher,
  RevocationStore,
  SecretDigest,
  StoredPassword,
  TokenNames,
  TokenRecord,
  TokenSigner,
  UserChanges,
  UserFilter,
  UserSortField,
  UserStore,
} from './ports.ts';
export { userSortFields } from './ports.ts';
export {
  type AuthenticateApplicationPasswordInput,
  authenticateApplicationPassword,
} from './use-cases/authenticate-application-password.ts';
export { authenticateToken } from './use-cases/authenticate-token.ts';
export { type BootstrapOutcome, bootstrapAdministrator } from './use-cases/bootstrap-administrator.ts';
export {
  type DeletedApplicationPasswords,
  deleteAllApplicationPasswords,
  deleteApplicationPassword,
  renameApplicationPassword,
} from './use-cases/change-application-passwords.ts';
export { changeOwnPassword } from './use-cases/change-own-password.ts';
export {
  type CreateApplicationPasswordInput,
  type CreatedApplicationPassword,
  createApplicationPassword,
} from './use-cases/create-application-password.ts';
export { type CreatedUser, createUser } from './use-cases/create-user.ts';
export { deleteUser } from './use-cases/delete-user.ts';
export { forgetExpiredTokens } from './use-cases/forget-expired-tokens.ts';
export { type InspectedToken, inspectToken } from './use-cases/inspect-token.ts';
export { issueTokenFor } from './use-cases/issue-token-for.ts';
export { listUsers } from './use-cases/list-users.ts';
export { logIn } from './use-cases/log-in.ts';
export { logOut, logOutEverywhere } from './use-cases/log-out.ts';
export {
  introspectApplicationPassword,
  listApplicationPasswords,
  readApplicationPassword,
} from './use-cases/read-application-passwords.ts';
export { readDirectorySettings } from './use-cases/read-directory-settings.ts';
export { readOwnUser, readUser } from './use-cases/read-user.ts';
export { removeDirectorySettings } from './use-cases/remove-directory-settings.ts';
export { resetPassword } from './use-cases/reset-password.ts';
export { restoreUser } from './use-cases/restore-user.ts';
export { revokeAllTokens, revokeTokens } from './use-cases/revoke-tokens.ts';
export { listKeys, rotateKeys } from './use-cases/rotate-keys.ts';
export { rotateSecrets, type SecretsRotation } from './use-cases/rotate-secrets.ts';
export { saveDirectorySettings } from './use-cases/save-directory-settings.ts';
export { synchroniseDirectory, synchroniseWhenDue } from './use-cases/synchronise-directory.ts';
export { type DirectoryTest, testDirectory } from './use-cases/test-directory.ts';
export { unlockUser } from './use-cases/unlock-user.ts';
export { updateOwnProfile } from './use-cases/update-own-profile.ts';
export { updateUser } from './use-cases/update-user.ts';
export type { User, UserSource } from './user.ts';
export { usernamePattern } from './user.ts';
