/** Who people are and how they prove it: accounts, passwords, access tokens, and who may administrate. */
export { type AccessClaims, TOKEN_LIFETIME } from './access-token.ts';
export { invalidToken, usernameTaken } from './errors.ts';
export type { IssuedToken } from './issue-token.ts';
export { GENERATED_PASSWORD_LIFETIME } from './password.ts';
export type {
  CommonPasswords,
  IdentityPorts,
  LoginRecord,
  NewUser,
  PasswordHasher,
  RevocationStore,
  RingEntry,
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
export { authenticateToken } from './use-cases/authenticate-token.ts';
export { type BootstrapOutcome, bootstrapAdministrator } from './use-cases/bootstrap-administrator.ts';
export { changeOwnPassword } from './use-cases/change-own-password.ts';
export { type CreatedUser, createUser } from './use-cases/create-user.ts';
export { deleteUser } from './use-cases/delete-user.ts';
export { forgetExpiredTokens } from './use-cases/forget-expired-tokens.ts';
export { type InspectedToken, inspectToken } from './use-cases/inspect-token.ts';
export { listUsers } from './use-cases/list-users.ts';
export { logIn } from './use-cases/log-in.ts';
export { logOut, logOutEverywhere } from './use-cases/log-out.ts';
export { readOwnUser, readUser } from './use-cases/read-user.ts';
export { resetPassword } from './use-cases/reset-password.ts';
export { restoreUser } from './use-cases/restore-user.ts';
export { revokeAllTokens, revokeTokens } from './use-cases/revoke-tokens.ts';
export { updateOwnProfile } from './use-cases/update-own-profile.ts';
export { updateUser } from './use-cases/update-user.ts';
export type { ShopRole, User, UserSource } from './user.ts';
export { usernamePattern } from './user.ts';
