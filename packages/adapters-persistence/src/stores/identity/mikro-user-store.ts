import type { Page, PageRequest, SortKey } from '@backroom/core';
import {
  externalIdTaken,
  type LoginRecord,
  type NewUser,
  type SessionMoment,
  type StoredPassword,
  type TokenRecord,
  type User,
  type UserChanges,
  type UserFilter,
  type UserSortField,
  type UserSource,
  type UserStore,
  usernameTaken,
} from '@backroom/core/identity';
import { nameKey } from '@backroom/core/kernel';
import { sql } from 'kysely';
import { advisoryLocks } from '../../connection/advisory-locks.ts';
import type { Database } from '../../database.ts';
import { mapConstraintErrors } from '../constraint-errors.ts';
import { deactivateUsers, selectForDirectory, selectLinked } from './user-directory.ts';
import { selectUsers } from './user-lists.ts';
import { isReferredTo } from './user-references.ts';
import {
  loginColumns,
  type TokenRow,
  toChangedColumns,
  toLoginRecord,
  toNewUserColumns,
  toPassword,
  toTokenRecord,
  toUser,
  userColumns,
} from './user-rows.ts';

const constraintErrors = { app_user_username_key: usernameTaken, app_user_external_id_key: externalIdTaken };

/** Accounts in PostgreSQL. Methods open no transaction: callers that combine them do so in a unit of work. */
export class MikroUserStore implements UserStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(filter: UserFilter, sort: readonly SortKey<UserSortField>[], page: PageRequest): Promise<Page<User>> {
    const { rows, total } = await selectUsers(this.#database.kysely(), { filter, sort, page });
    return { entries: rows.map(toUser), total };
  }

  async find(userId: number): Promise<User | undefined> {
    const row = await this.#one(userId).select(userColumns).executeTakeFirst();
    return row && toUser(row);
  }

  async findForChange(userId: number): Promise<User | undefined> {
    const row = await this.#one(userId).select(userColumns).forNoKeyUpdate().executeTakeFirst();
    return row && toUser(row);
  }

  async findByName(username: string): Promise<User | undefined> {
    const row = await this.#named(username).select(userColumns).executeTakeFirst();
    return row && toUser(row);
  }

  async forLogin(username: string): Promise<LoginRecord | undefined> {
    const row = await this.#named(username).select(loginColumns).executeTakeFirst();
    return row && toLoginRecord(row);
  }

  async forDirectory(externalIds: readonly string[], usernames: readonly string[]): Promise<readonly LoginRecord[]> {
    return (await selectForDirectory(this.#database.kysely(), externalIds, usernames)).map(toLoginRecord);
  }

  async linkedToDirectory(afterId: number, limit: number): Promise<readonly User[]> {
    return (await selectLinked(this.#database.kysely(), afterId, limit)).map(toUser);
  }

  async forToken(userId: number, tokenId: string, session?: SessionMoment): Promise<TokenRecord | undefined> {
    const revoked = session
      ? sql`r.token_id in (${tokenId}, ${session.id}) and (r.revoked_from is null or r.revoked_from <= ${session.now})`
      : sql`r.token_id = ${tokenId}`;
    const { rows } = await sql<TokenRow>`
      select u.user_id, u.username, u.role, u.shop_role, u.is_active, u.must_change_password, u.is_system, u.deleted_at, u.token_version, r.token_id
      from app_user u left join revoked_token r on ${revoked} where u.user_id = ${userId}`.execute(
      this.#database.kysely(),
    );
    const [row] = rows;
    return row && toTokenRecord(row);
  }

  async passwordOf(userId: number): Promise<StoredPassword | null> {
    const row = await this.#one(userId).select(['password_hash', 'password_expires_at']).executeTakeFirst();
    return row ? toPassword(row) : null;
  }

  async insert(user: NewUser, now: Date): Promise<User> {
    return toUser(
      await mapConstraintErrors(
        constraintErrors,
        this.#insert([user], now).returning(userColumns).executeTakeFirstOrThrow(),
      ),
    );
  }

  async insertAll(users: readonly NewUser[], now: Date): Promise<void> {
    if (users.length > 0) await mapConstraintErrors(constraintErrors, this.#insert(users, now).execute());
  }

  async deactivateAll(userIds: readonly number[], now: Date): Promise<number> {
    return deactivateUsers(this.#database.kysely(), userIds, now);
  }

  async update(userId: number, changes: UserChanges, now: Date): Promise<User | undefined> {
    // Locked, because the search text is computed from unchanged and changed members.
    const current = await this.findForChange(userId);
    if (!current) return undefined;
    const after = { ...current, ...changes };
    const row = await mapConstraintErrors(
      constraintErrors,
      this.#database
        .kysely()
        .updateTable('app_user')
        .set({
          ...toChangedColumns(changes, after, now),
          version: sql`version + 1`,
        })
        .where('user_id', '=', userId)
        .returning(userColumns)
        .executeTakeFirst(),
    );
    return row && toUser(row);
  }

  async remove(userId: number): Promise<void> {
    await this.#database.kysely().deleteFrom('app_user').where('user_id', '=', userId).execute();
  }

  async isReferredTo(userId: number): Promise<boolean> {
    return isReferredTo(this.#database.kysely(), userId);
  }

  async recordLogin(userId: number, at: Date, source: UserSource, freshHash?: string): Promise<void> {
    await this.#database
      .kysely()
      .updateTable('app_user')
      .set({
        last_login_at: at,
        last_login_source: source,
        ...(freshHash !== undefined && { password_hash: freshHash }),
      })
      .where('user_id', '=', userId)
      .execute();
  }

  async raiseTokenVersion(userId?: number): Promise<number> {
    const raised = await this.#database
      .kysely()
      .updateTable('app_user')
      .set({ token_version: sql`token_version + 1` })
      .$if(userId !== undefined, (update) => update.where('user_id', '=', userId as number))
      .returning('token_version')
      .execute();
    return raised[0]?.token_version ?? 0;
  }

  async holdAdministrators(): Promise<void> {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.administrators})`.execute(this.#database.kysely());
  }

  async countLocalAdministrators(): Promise<number> {
    const { total } = await this.#administrators()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('is_active', '=', true)
      .where('source', '=', 'local')
      .executeTakeFirstOrThrow();
    return total;
  }

  async hasAdministrator(): Promise<boolean> {
    return (await this.#administrators().select('user_id').limit(1).executeTakeFirst()) !== undefined;
  }

  async systemUser(): Promise<User> {
    return toUser(await this.#all().select(userColumns).where('is_system', '=', true).executeTakeFirstOrThrow());
  }

  #insert(users: readonly NewUser[], now: Date) {
    return this.#database
      .kysely()
      .insertInto('app_user')
      .values(users.map((user) => toNewUserColumns(user, now)));
  }

  #all() {
    return this.#database.kysely().selectFrom('app_user');
  }

  #one(userId: number) {
    return this.#all().where('user_id', '=', userId);
  }

  #named(username: string) {
    return this.#all().where('username_key', '=', nameKey(username)).where('deleted_at', 'is', null);
  }

  #administrators() {
    return this.#all().where('role', '=', 'admin').where('deleted_at', 'is', null);
  }
}
