import {
  type ApplicationPassword,
  type ApplicationPasswordHolder,
  type ApplicationPasswordStore,
  type HashedApplicationPassword,
  lookupOf,
  type OwnedApplicationPassword,
} from '@backroom/core/identity';
import { nameKey } from '@backroom/core/kernel';
import { sql } from 'kysely';
import type { Database } from '../../database.ts';
import {
  applicationPasswordColumns,
  type HolderRow,
  toApplicationPassword,
  toApplicationPasswordColumns,
  toHolder,
} from './application-password-rows.ts';

/** Application passwords in PostgreSQL. */
export class MikroApplicationPasswordStore implements ApplicationPasswordStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(userId: number): Promise<readonly ApplicationPassword[]> {
    const rows = await this.#all(userId)
      .select(applicationPasswordColumns)
      .orderBy('created_at')
      .orderBy('uuid')
      .execute();
    return rows.map(toApplicationPassword);
  }

  async count(userId: number): Promise<number> {
    const { total } = await this.#all(userId)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return total;
  }

  async find(userId: number, uuid: string): Promise<ApplicationPassword | undefined> {
    const row = await this.#all(userId).select(applicationPasswordColumns).where('uuid', '=', uuid).executeTakeFirst();
    return row && toApplicationPassword(row);
  }

  async insert(password: HashedApplicationPassword): Promise<void> {
    const columns = { ...toApplicationPasswordColumns(password), lookup: lookupOf(password.hash) };
    await this.#database.kysely().insertInto('application_password').values(columns).execute();
  }

  async rename(userId: number, uuid: string, name: string): Promise<ApplicationPassword | undefined> {
    const row = await this.#database
      .kysely()
      .updateTable('application_password')
      .set({ name })
      .where('user_id', '=', userId)
      .where('uuid', '=', uuid)
      .returning(applicationPasswordColumns)
      .executeTakeFirst();
    return row && toApplicationPassword(row);
  }

  async remove(userId: number, uuid: string): Promise<ApplicationPassword | undefined> {
    const row = await this.#database
      .kysely()
      .deleteFrom('application_password')
      .where('user_id', '=', userId)
      .where('uuid', '=', uuid)
      .returning(applicationPasswordColumns)
      .executeTakeFirst();
    return row && toApplicationPassword(row);
  }

  async removeAll(userId: number, appId?: string): Promise<number> {
    const { numDeletedRows } = await this.#database
      .kysely()
      .deleteFrom('application_password')
      .where('user_id', '=', userId)
      .$if(appId !== undefined, (remove) => remove.where('app_id', '=', appId as string))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  async listOfApplication(appId: string, userId?: number): Promise<readonly OwnedApplicationPassword[]> {
    const rows = await this.#database
      .kysely()
      .selectFrom('application_password as p')
      .innerJoin('app_user as u', 'u.user_id', 'p.user_id')
      .select(applicationPasswordColumns.map((column) => `p.${column}` as const))
      .select('u.username')
      .where('p.app_id', '=', appId)
      .$if(userId !== undefined, (query) => query.where('p.user_id', '=', userId as number))
      .orderBy('p.user_id')
      .orderBy('p.created_at')
      .orderBy('p.uuid')
      .execute();
    return rows.map((row) => ({ ...toApplicationPassword(row), username: row.username }));
  }

  async removeAllOfApplication(appId: string): Promise<number> {
    const { numDeletedRows } = await this.#database
      .kysely()
      .deleteFrom('application_password')
      .where('app_id', '=', appId)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  async forLogin(login: string, lookup: string): Promise<ApplicationPasswordHolder | undefined> {
    const named = sql`select user_id from app_user where username_key = ${nameKey(login)} and deleted_at is null`;
    // An e-mail address matches only if it is no username, and only if exactly one active account has it.
    const addressed = sql`select min(user_id) from app_user
      where lower(email) = lower(${login}) and deleted_at is null and is_active and not exists (${named})
      having count(*) = 1`;
    const holder = login.includes('@') ? sql`(${named} union all ${addressed})` : sql`(${named})`;
    const { rows } = await sql<HolderRow>`
      select u.user_id, u.username, u.role, u.shop_role, u.is_active, u.must_change_password, u.is_system,
        p.uuid, p.app_id, p.name, p.hash, p.scopes, p.created_at, p.expires_at, p.last_used_at, p.last_ip
      from app_user u left join application_password p on p.user_id = u.user_id and p.lookup = ${lookup}
      where u.user_id in ${holder}`.execute(this.#database.kysely());
    return toHolder(rows);
  }

  async recordUse(
    uuid: string,
    use: { readonly at: Date; readonly ip: string | null },
    unlessSince: Date,
  ): Promise<void> {
    await this.#database
      .kysely()
      .updateTable('application_password')
      .set({ last_used_at: use.at, last_ip: use.ip })
      .where('uuid', '=', uuid)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', unlessSince)]))
      .execute();
  }

  #all(userId: number) {
    return this.#database.kysely().selectFrom('application_password').where('user_id', '=', userId);
  }
}
