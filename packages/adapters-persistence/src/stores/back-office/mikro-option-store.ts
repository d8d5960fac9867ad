import type { Merged, OptionChange, OptionStore, OptionValues } from '@backroom/core/back-office';
import { sql } from 'kysely';
import type { Database } from '../../database.ts';

/** Options in PostgreSQL: one row each, with a JSON value. */
export class MikroOptionStore implements OptionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async read(names: readonly string[]): Promise<OptionValues> {
    if (names.length === 0) return new Map();
    const rows = await this.#database
      .kysely()
      .selectFrom('shop_option')
      .select(['name', 'value'])
      .where('name', 'in', [...names])
      .execute();
    return new Map(rows.map(({ name, value }) => [name, value]));
  }

  async write(values: OptionValues, now: Date): Promise<readonly OptionChange[]> {
    if (values.size === 0) return [];
    // Rows are locked in the order of names, so that concurrent writers of several options cannot deadlock.
    const { rows } = await sql<PreviousValue>`
      with input as (select key as name, value from jsonb_each(${JSON.stringify(Object.fromEntries(values))}::jsonb)),
      before as (select name, value from shop_option where name in (select name from input)),
      written as (
        insert into shop_option as o (name, value, updated_at)
        select name, value, ${now}::timestamptz from input order by name
        on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at
        where o.value is distinct from excluded.value
        returning name
      )
      select written.name, before.value as before, before.name is not null as was_stored
      from written left join before on before.name = written.name order by written.name`.execute(
      this.#database.kysely(),
    );
    return rows.map(({ name, before, was_stored }) => ({ name, before: was_stored ? before : undefined }));
  }

  async merge(name: string, members: Readonly<Record<string, unknown>>, now: Date): Promise<Merged> {
    const { rows } = await sql<PreviousValue & { readonly after: Readonly<Record<string, unknown>> }>`
      with before as (select name, value from shop_option where name = ${name}),
      merged as (
        insert into shop_option as o (name, value, updated_at)
        values (${name}, ${JSON.stringify(members)}::jsonb, ${now}::timestamptz)
        on conflict (name) do update set updated_at = excluded.updated_at,
          value = case jsonb_typeof(o.value) when 'object' then o.value else '{}' end || excluded.value
        returning name, value
      )
      select merged.name, merged.value as after, before.value as before, before.name is not null as was_stored
      from merged left join before on before.name = merged.name`.execute(this.#database.kysely());
    const [{ before, after, was_stored }] = rows as [(typeof rows)[number]];
    return { before: was_stored ? before : undefined, after };
  }
}

interface PreviousValue {
  readonly name: string;
  readonly before: unknown;
  readonly was_stored: boolean;
}
