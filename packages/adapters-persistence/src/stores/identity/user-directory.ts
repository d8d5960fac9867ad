import { nameKey } from '@backroom/core/kernel';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { type LoginRow, loginColumns, type UserRecord, userColumns } from './user-rows.ts';

type Db = Kysely<Tables>;

/**
 * Selects the accounts that may belong to directory entries: linked by external id, of the same name and not deleted, or of
 * the same name and created by the directory without an external id.
 */
export async function selectForDirectory(
  db: Db,
  externalIds: readonly string[],
  usernames: readonly string[],
): Promise<readonly LoginRow[]> {
  // Arrays keep the statement text independent of the number of values.
  const ids = sql<string>`any(${externalIds}::text[])`;
  const names = sql<string>`any(${usernames.map(nameKey)}::text[])`;
  return db
    .selectFrom('app_user')
    .select(loginColumns)
    .where((eb) =>
      eb.or([
        eb.and([eb('external_id', '=', ids), eb('source', '=', 'ldap')]),
        eb.and([eb('username_key', '=', names), eb('deleted_at', 'is', null)]),
        eb.and([eb('username_key', '=', names), eb('source', '=', 'ldap'), eb('external_id', 'is', null)]),
      ]),
    )
    .orderBy('user_id')
    .execute();
}

/** Selects the next active accounts that are linked to a directory entry, by id. */
export const selectLinked = (
  db: Db,
  afterId: number,
  limit: number,
): Promise<readonly Pick<UserRecord, (typeof userColumns)[number]>[]> =>
  db
    .selectFrom('app_user')
    .select(userColumns)
    .where('user_id', '>', afterId)
    .where('source', '=', 'ldap')
    .where('external_id', 'is not', null)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('user_id')
    .limit(limit)
    .execute();

/** Deactivates accounts in one statement; returns how many of them were active. */
export async function deactivateUsers(db: Db, userIds: readonly number[], now: Date): Promise<number> {
  const deactivated = await db
    .updateTable('app_user')
    .set({
      is_active: false,
      updated_at: now,
      version: sql`version + 1`,
      token_version: sql`token_version + 1`,
    })
    .where('user_id', '=', sql<number>`any(${userIds}::int[])`)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .returning('user_id')
    .execute();
  return deactivated.length;
}
