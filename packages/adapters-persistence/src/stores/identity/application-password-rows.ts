import type { Capability } from '@backroom/core';
import type {
  ApplicationPassword,
  ApplicationPasswordHolder,
  HashedApplicationPassword,
} from '@backroom/core/identity';
import type { Selectable } from 'kysely';
import type { Tables } from '../../tables.ts';
import type { UserRecord } from './user-rows.ts';

type ApplicationPasswordRecord = Selectable<Tables['application_password']>;

export const applicationPasswordColumns = [
  'uuid',
  'user_id',
  'app_id',
  'name',
  'scopes',
  'created_at',
  'expires_at',
  'last_used_at',
  'last_ip',
] as const;

export const toApplicationPassword = (
  row: Pick<ApplicationPasswordRecord, (typeof applicationPasswordColumns)[number]>,
): ApplicationPassword => ({
  uuid: row.uuid,
  userId: row.user_id,
  appId: row.app_id,
  name: row.name,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  lastIp: row.last_ip,
  expiresAt: row.expires_at,
  scopes: row.scopes as readonly Capability[] | null,
});

/** The columns of a new password, without `lookup`. */
export const toApplicationPasswordColumns = (password: HashedApplicationPassword) => ({
  uuid: password.uuid,
  user_id: password.userId,
  app_id: password.appId,
  name: password.name,
  hash: password.hash,
  scopes: password.scopes === null ? null : JSON.stringify(password.scopes),
  created_at: password.createdAt,
  expires_at: password.expiresAt,
  last_used_at: password.lastUsedAt,
  last_ip: password.lastIp,
});

/** An account joined with one of its passwords; `uuid` is null for an account without a match. */
export type HolderRow = Pick<
  UserRecord,
  'user_id' | 'username' | 'role' | 'shop_role' | 'is_active' | 'must_change_password' | 'is_system'
> &
  (Omit<ApplicationPasswordRecord, 'lookup' | 'user_id'> | { readonly uuid: null });

/** The account of these rows, which all belong to the same one, with its passwords; undefined without rows. */
export function toHolder(rows: readonly HolderRow[]): ApplicationPasswordHolder | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    user: {
      userId: first.user_id,
      username: first.username,
      role: first.role as ApplicationPasswordHolder['user']['role'],
      shopRole: first.shop_role as ApplicationPasswordHolder['user']['shopRole'],
      isActive: first.is_active,
      mustChangePassword: first.must_change_password,
      isSystem: first.is_system,
    },
    passwords: rows.flatMap((row) =>
      row.uuid === null ? [] : [{ ...toApplicationPassword(row), hash: row.hash } satisfies HashedApplicationPassword],
    ),
  };
}
