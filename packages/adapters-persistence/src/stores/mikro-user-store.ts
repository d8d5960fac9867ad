import {
  type LoginRecord,
  type NewUser,
  nameKey,
  offsetOf,
  type Page,
  type PageRequest,
  type SortKey,
  type StoredPassword,
  type TokenRecord,
  type User,
  type UserChanges,
  type UserFilter,
  type UserSortField,
  type UserSource,
  type UserStore,
  usernameTaken,
} from '@backroom/core';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import { refusing } from './refusals.ts';
import { contains, every, searchText } from './search.ts';

type Row = Selectable<Tables['app_user']>;

const columns = [
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

const sortColumns = {
  id: 'user_id',
  username: 'username_key',
  display_name: 'display_name',
  created_at: 'created_at',
  last_login_at: 'last_login_at',
} as const satisfies Record<UserSortField, keyof Row>;

const taken = { app_user_username_key: usernameTaken };
/** Number of the lock that everybody takes who changes who is administrator. */
const ADMINISTRATORS = 4_601;

/** The accounts in PostgreSQL. Statements only; whoever changes several things does so in a unit of work. */
export class MikroUserStore implements UserStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(filter: UserFilter, sort: readonly SortKey<UserSortField>[], page: PageRequest): Promise<Page<User>> {
    const matching = this.#database.kysely().selectFrom('app_user').where((eb) =>
      every(eb, [
        filter.q === undefined ? undefined : contains(filter.searchEmail ? eb.ref('search_text') : sql`split_part(search_text, chr(1), 1)`, filter.q),
        filter.role && eb('role', '=', filter.role),
        filter.isActive === undefined ? undefined : eb('is_active', '=', filter.isActive),
        filter.source && eb('source', '=', filter.source),
        filter.includeDeleted ? undefined : eb('deleted_at', 'is', null),
        filter.includeSystem ? undefined : eb('is_system', '=', false),
      ]),
    );
    const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    let wanted = matching.select(columns).limit(page.perPage).offset(offsetOf(page));
    for (const { field, descending } of sort) {
      wanted = wanted.orderBy(sortColumns[field], (order) => (descending ? order.desc().nullsLast() : order.asc().nullsLast()));
    }
    const rows = await wanted.orderBy('user_id').execute();
    return { entries: rows.map(toUser), total };
  }

  async find(userId: number): Promise<User | undefined> {
    const row = await this.#one(userId).select(columns).executeTakeFirst();
    return row && toUser(row);
  }

  async findByName(username: string): Promise<User | undefined> {
    const row = await this.#named(username).select(columns).executeTakeFirst();
    return row && toUser(row);
  }

  async forLogin(username: string): Promise<LoginRecord | undefined> {
    const row = await this.#named(username).select([...columns, 'password_hash', 'password_expires_at', 'token_version']).executeTakeFirst();
    return row && { user: toUser(row), password: toPassword(row), tokenVersion: row.token_version };
  }

  async forToken(userId: number, tokenId: string): Promise<TokenRecord | undefined> {
    const { rows } = await sql<Row & { readonly token_id: string | null }>`
      select u.user_id, u.username, u.role, u.is_active, u.must_change_password, u.is_system, u.deleted_at, u.token_version, r.token_id
      from app_user u left join revoked_token r on r.token_id = ${tokenId} where u.user_id = ${userId}`.execute(this.#database.kysely());
    const [row] = rows;
    return (
      row && {
        user: {
          userId: row.user_id,
          username: row.username,
          role: row.role as User['role'],
          isActive: row.is_active,
          mustChangePassword: row.must_change_password,
          isSystem: row.is_system,
          deletedAt: row.deleted_at,
        },
        tokenVersion: row.token_version,
        isRevoked: row.token_id !== null,
      }
    );
  }

  async passwordOf(userId: number): Promise<StoredPassword | null> {
    const row = await this.#one(userId).select(['password_hash', 'password_expires_at']).executeTakeFirst();
    return row ? toPassword(row) : null;
  }

  async insert(user: NewUser, now: Date): Promise<User> {
    const row = await refusing(
      taken,
      this.#database
        .kysely()
        .insertInto('app_user')
        .values({
          ...toColumns(user),
          username: user.username,
          username_key: nameKey(user.username),
          search_text: searchable(user),
          role: user.role,
          source: user.source,
          created_at: now,
          updated_at: now,
        })
        .returning(columns)
        .executeTakeFirstOrThrow(),
    );
    return toUser(row);
  }

  async update(userId: number, changes: UserChanges, now: Date): Promise<User | undefined> {
    // Locked, because what is searched is made of old members and new ones.
    const current = await this.#one(userId).select(columns).forNoKeyUpdate().executeTakeFirst();
    if (!current) return undefined;
    const after = { ...toUser(current), ...changes };
    const row = await refusing(
      taken,
      this.#database
        .kysely()
        .updateTable('app_user')
        .set({
          ...toColumns(changes),
          ...(changes.username !== undefined && { username_key: nameKey(changes.username) }),
          search_text: searchable(after),
          updated_at: now,
          version: sql`version + 1`,
        })
        .where('user_id', '=', userId)
        .returning(columns)
        .executeTakeFirst(),
    );
    return row && toUser(row);
  }

  async remove(userId: number): Promise<void> {
    await this.#database.kysely().deleteFrom('app_user').where('user_id', '=', userId).execute();
  }

  async isReferredTo(userId: number): Promise<boolean> {
    const { rows } = await sql<{ referred: boolean }>`
      select exists (select from operation where user_id = ${userId})
          or exists (select from item where created_by = ${userId}) as referred`.execute(this.#database.kysely());
    return rows[0]?.referred ?? false;
  }

  async noteLogin(userId: number, at: Date, source: UserSource, freshHash?: string): Promise<void> {
    await this.#database
      .kysely()
      .updateTable('app_user')
      .set({ last_login_at: at, last_login_source: source, ...(freshHash !== undefined && { password_hash: freshHash }) })
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
    await sql`select pg_advisory_xact_lock(${ADMINISTRATORS})`.execute(this.#database.kysely());
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
    const row = await this.#database.kysely().selectFrom('app_user').select(columns).where('is_system', '=', true).executeTakeFirstOrThrow();
    return toUser(row);
  }

  #one(userId: number) {
    return this.#database.kysely().selectFrom('app_user').where('user_id', '=', userId);
  }

  #named(username: string) {
    return this.#database
      .kysely()
      .selectFrom('app_user')
      .where('username_key', '=', nameKey(username))
      .where('deleted_at', 'is', null);
  }

  #administrators() {
    return this.#database.kysely().selectFrom('app_user').where('role', '=', 'admin').where('deleted_at', 'is', null);
  }
}

/** What `q` searches; the e-mail address behind a mark, so that it can be left out. */
const searchable = (user: Pick<User, 'username' | 'displayName' | 'email'>): string =>
  `${searchText(user.username, user.displayName)}\u0001${searchText(user.email)}`;

/** The columns of the members that are given. */
function toColumns(user: UserChanges & Partial<NewUser>) {
  const { password } = user;
  return {
    ...(user.username !== undefined && { username: user.username }),
    ...(user.displayName !== undefined && { display_name: user.displayName }),
    ...(user.email !== undefined && { email: user.email }),
    ...(user.role !== undefined && { role: user.role }),
    ...(user.shopRole !== undefined && { shop_role: user.shopRole }),
    ...(user.isActive !== undefined && { is_active: user.isActive }),
    ...(user.source !== undefined && { source: user.source }),
    ...(user.mustChangePassword !== undefined && { must_change_password: user.mustChangePassword }),
    ...(user.deletedAt !== undefined && { deleted_at: user.deletedAt }),
    ...(password !== undefined && { password_hash: password?.hash ?? null, password_expires_at: password?.expiresAt ?? null }),
  };
}

const toPassword = (row: Pick<Row, 'password_hash' | 'password_expires_at'>): StoredPassword | null =>
  row.password_hash === null ? null : { hash: row.password_hash, expiresAt: row.password_expires_at };

const toUser = (row: Pick<Row, (typeof columns)[number]>): User => ({
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
