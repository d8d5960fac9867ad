import {
  EXTENSION_KEYS,
  EXTENSION_VALUE_BYTES,
  type ExtensionValues,
  extensionStoreFull,
  extensionValueTooLarge,
} from '@backroom/core/extensions';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Maximum keys of one list. */
const LISTED = 1_000;

/** Key-value stores of extensions in PostgreSQL. */
export class MikroExtensionValues implements ExtensionValues {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(slug: string, key: string): Promise<unknown> {
    const { rows } = await sql<{ value: string }>`
      select value from extension_value where slug = ${slug} and key = ${key}`.execute(this.#database.kysely());
    return rows[0] === undefined ? undefined : JSON.parse(rows[0].value);
  }

  async set(slug: string, key: string, value: unknown): Promise<void> {
    const text = JSON.stringify(value);
    if (Buffer.byteLength(text) > EXTENSION_VALUE_BYTES) throw extensionValueTooLarge();
    const { numAffectedRows = 0n } = await sql`
      insert into extension_value (slug, key, value)
      select ${slug}, ${key}, ${text}
      where exists (select from extension_value where slug = ${slug} and key = ${key})
        or (select count(*) from extension_value where slug = ${slug}) < ${EXTENSION_KEYS}
      on conflict (slug, key) do update set value = excluded.value`.execute(this.#database.kysely());
    if (numAffectedRows === 0n) throw extensionStoreFull();
  }

  async delete(slug: string, key: string): Promise<void> {
    await sql`delete from extension_value where slug = ${slug} and key = ${key}`.execute(this.#database.kysely());
  }

  async keys(slug: string, prefix: string): Promise<readonly string[]> {
    const { rows } = await sql<{ key: string }>`
      select key from extension_value where slug = ${slug} and starts_with(key, ${prefix})
      order by key limit ${LISTED}`.execute(this.#database.kysely());
    return rows.map(({ key }) => key);
  }

  async clear(slug: string): Promise<void> {
    await sql`delete from extension_value where slug = ${slug}`.execute(this.#database.kysely());
  }
}
