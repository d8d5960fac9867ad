import type {
  LoginRecord,
  NewUser,
  StoredPassword,
  TokenRecord,
  User,
  UserChanges,
  UserSource,
} from '@backroom/core/identity';
import { nameKey } from '@backroom/core/kernel';
import type { Selectable } from 'kysely';
import type { Tables } from '../../tables.ts';
import { searchText } from '../search.ts';

export type UserRecord = Selectable<Tables['app_user']>;

export const userColumns = [
  'user_id',
  'username',
  'display_name',
  'email',
  'role',
  'shop_role',
  'is_active',
  'source',
  'external_id',
  'must_change_password',
  'last_login_at',
  'last_login_source',
  'is_system',
  'created_at',
  'updated_at',
  'deleted_at',
  'version',
] as const;

/** The columns of a `LoginRecord`. */
export const loginColumns = [...userColumns, 'password_hash', 'password_expires_at', 'token_version'] as const;
export type LoginRow = Pick<UserRecord, (typeof loginColumns)[number]>;

/** The search column: names, a separator (U+0001), the e-mail address. Searches without addresses use the first part only. */
export const userSearchText = (user: Pick<User, 'username' | 'displayName' | 'email'>): string =>
  `${searchText(user.username, user.displayName)}\u0001${searchText(user.email)}`;

/** The columns of the members that are defined. */
export function toUserColumns(user: UserChanges & Partial<NewUser>) {
  const { password } = user;
  return {
    ...(user.username !== undefined && { username: user.username }),
    ...(user.displayName !== undefined && { display_name: user.displayName }),
    ...(user.email !== undefined && { email: user.email }),
    ...(user.role !== undefined && { role: user.role }),
    ...(user.shopRole !== undefined && { shop_role: user.shopRole }),
    ...(user.isActive !== undefined && { is_active: user.isActive }),
    ...(user.source !== undefined && { source: user.source }),
    ...(user.externalId !== undefined && { external_id: user.externalId }),
    ...(user.mustChangePassword !== undefined && { must_change_password: user.mustChangePassword }),
    ...(user.deletedAt !== undefined && { deleted_at: user.deletedAt }),
    ...(password !== undefined && {
      password_hash: password?.hash ?? null,
      password_expires_at: password?.expiresAt ?? null,
    }),
  };
}

/** The columns that a change sets; the search text is computed from the account after the change. */
export const toChangedColumns = (changes: UserChanges, after: Parameters<typeof userSearchText>[0], now: Date) => ({
  ...toUserColumns(changes),
  ...(changes.username !== undefined && { username_key: nameKey(changes.username) }),
  search_text: userSearchText(after),
  updated_at: now,
});

export const toNewUserColumns = (user: NewUser, now: Date) => ({
  ...toUserColumns(user),
  username: user.username,
  username_key: nameKey(user.username),
  search_text: userSearchText(user),
  role: user.role,
  source: user.source,
  created_at: now,
  updated_at: now,
});

export const toLoginRecord = (row: LoginRow): LoginRecord => ({
  user: toUser(row),
  password: toPassword(row),
  tokenVersion: row.token_version,
});

/** The stored password; null for accounts without one. */
export const toPassword = (row: Pick<UserRecord, 'password_hash' | 'password_expires_at'>): StoredPassword | null =>
  row.password_hash === null ? null : { hash: row.password_hash, expiresAt: row.password_expires_at };

export const toUser = (row: Pick<UserRecord, (typeof userColumns)[number]>): User => ({
  userId: row.user_id,
  username: row.username,
  displayName: row.display_name,
  email: row.email,
  role: row.role as User['role'],
  shopRole: row.shop_role as User['shopRole'],
  isActive: row.is_active,
  source: row.source as UserSource,
  externalId: row.external_id,
  mustChangePassword: row.must_change_password,
  lastLoginAt: row.last_login_at,
  lastLoginSource: row.last_login_source as UserSource | null,
  isSystem: row.is_system,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
  version: row.version,
});

/** The account of a token, and the id of its revocation if there is one. */
export type TokenRow = Pick<
  UserRecord,
  | 'user_id'
  | 'username'
  | 'role'
  | 'shop_role'
  | 'is_active'
  | 'must_change_password'
  | 'is_system'
  | 'deleted_at'
  | 'token_version'
> & { readonly token_id: string | null };

export const toTokenRecord = (row: TokenRow): TokenRecord => ({
  user: {
    userId: row.user_id,
    username: row.username,
    role: row.role as User['role'],
    shopRole: row.shop_role as User['shopRole'],
    isActive: row.is_active,
    mustChangePassword: row.must_change_password,
    isSystem: row.is_system,
    deletedAt: row.deleted_at,
  },
  tokenVersion: row.token_version,
  isRevoked: row.token_id !== null,
});
