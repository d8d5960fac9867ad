import type { Page, PageRequest } from '@backroom/core';
import type { Customer } from '@backroom/core/commerce';
import { type CustomerKey, type CustomerStore, customerExists, type RecordFilter } from '@backroom/core/orders';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import { mapConstraintErrors } from '../constraint-errors.ts';
import { customerTable, customerTarget, emailKey, toCustomerRow } from './customer-rows.ts';
import { listRecords, selectAfter, selectByIds } from './record-queries.ts';
import { allocateIds, deleteRows, upsertRecords } from './record-writes.ts';

/** First key of the advisory locks of customer keys; the second is a hash modulo the number of buckets. */
const CUSTOMER_KEY_LOCK = 4_609;
const LOCK_BUCKETS = 256;

/** Customers in PostgreSQL. */
export class MikroCustomerStore implements CustomerStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: number): Promise<Customer | undefined> {
    return (await selectByIds(this.#db, customerTable, [id]))[0];
  }

  async findMany(ids: readonly number[]): Promise<readonly Customer[]> {
    return selectByIds(this.#db, customerTable, ids);
  }

  async findByKeys(keys: readonly CustomerKey[]): Promise<readonly Customer[]> {
    const { users, emails } = splitKeys(keys);
    if (users.length + emails.length === 0) return [];
    const ids = sql`
      select c.id from unnest(${users}::int[]) as u (id)
        cross join lateral (select id from customer where user_id = u.id offset 0) c
      union
      select c.id from unnest(${emails}::text[]) as e (email)
        cross join lateral (select id from customer where email_key = e.email offset 0) c`;
    return selectByIds(this.#db, customerTable, ids);
  }

  async holdKeys(keys: readonly CustomerKey[]): Promise<void> {
    const { users, emails } = splitKeys(keys);
    const names = [...users.map((id) => `user ${id}`), ...emails.map((email) => `email ${email}`)];
    if (names.length === 0) return;
    await sql`
      select pg_advisory_xact_lock(${CUSTOMER_KEY_LOCK}::int, place) from (
        select distinct abs(hashtext(name) % ${sql.lit(LOCK_BUCKETS)}) as place from unnest(${names}::text[]) as name order by place
      ) places`.execute(this.#db);
  }

  async nextIds(count: number): Promise<readonly number[]> {
    return allocateIds(this.#db, 'customer', count);
  }

  async save(customers: readonly Customer[], now: Date): Promise<void> {
    const records = customers.map(toCustomerRow);
    await mapConstraintErrors(
      { customer_user_id_key: customerExists },
      upsertRecords(this.#db, customerTarget, { records, now }),
    );
  }

  async remove(ids: readonly number[]): Promise<void> {
    await deleteRows(this.#db, 'customer', ids);
  }

  async withoutOrders(ids: readonly number[]): Promise<readonly number[]> {
    const { rows } = await sql<{ id: number }>`
      select c.id from unnest(${ids}::int[]) as c (id)
      where (select o.id from shop_order o where o.customer_id = c.id limit 1) is null`.execute(this.#db);
    return rows.map(({ id }) => id);
  }

  async list(filter: RecordFilter, page: PageRequest): Promise<Page<Customer>> {
    return listRecords(this.#db, customerTable, { filter, page });
  }

  async walk(afterId: number, most: number): Promise<readonly Customer[]> {
    return selectAfter(this.#db, customerTable, { afterId, most });
  }

  get #db(): Kysely<Tables> {
    return this.#database.kysely();
  }
}

const splitKeys = (keys: readonly CustomerKey[]) => ({
  users: keys.flatMap(({ userId }) => (userId === null ? [] : [userId])),
  emails: keys.flatMap(({ email }) => (email === null ? [] : [emailKey(email)])),
});
