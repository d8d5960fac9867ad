import { type DeliveryClaim, type ExtensionQueue, WAITING_EVENTS, type WaitingEvent } from '@backroom/core/extensions';
import { sql } from 'kysely';
import { arrayOf } from '../array-text.ts';
import type { Database } from '../database.ts';

type NewEvents = readonly Omit<WaitingEvent, 'id'>[];
type NextEvents = Awaited<ReturnType<ExtensionQueue['next']>>;

interface ListenerRow {
  readonly slug: string;
  readonly types: readonly string[];
  readonly last_id: string;
  readonly room: string;
}

/** Maximum events of one statement. */
const CHUNK = 5_000;

/**
 * Events that wait for extensions in PostgreSQL. The row of a listener is locked from the addition of events to the commit, so
 * the ids follow the order of the commits and have no gaps.
 */
export class MikroExtensionQueue implements ExtensionQueue {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async listen(slug: string, types: readonly string[]): Promise<void> {
    await sql`
      insert into extension_listener (slug, types, last_id, delivered_id, is_overrun)
      values (${slug}, ${arrayOf('text', types)}, 0, 0, false)
      on conflict (slug) do update set types = excluded.types where extension_listener.types <> excluded.types`.execute(
      this.#database.kysely(),
    );
  }

  async types(): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ type: string }>`
      select distinct unnest(l.types) as type from extension_listener l join extension e using (slug)
      where e.is_active and e.state <> 'failed'`.execute(this.#database.kysely());
    return new Set(rows.map(({ type }) => type));
  }

  async add(events: NewEvents): Promise<void> {
    const types = [...new Set(events.map(({ type }) => type))];
    const { rows } = await sql<ListenerRow>`
      select l.slug, l.types, l.last_id, ${WAITING_EVENTS} - (l.last_id - l.delivered_id) as room
      from extension_listener l join extension e using (slug)
      where e.is_active and e.state <> 'failed' and not l.is_overrun and l.types && ${arrayOf('text', types)}
      order by l.slug for update of l`.execute(this.#database.kysely());
    for (const listener of rows) {
      const wanted = events.filter(({ type }) => listener.types.includes(type));
      if (wanted.length > Number(listener.room)) await this.#overrun(listener.slug);
      else await this.#append(listener.slug, Number(listener.last_id), wanted);
    }
  }

  async claim({ slug, holder, until }: DeliveryClaim, now: Date): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
      update extension_listener set holder = ${holder}, held_until = ${until}
      where slug = ${slug} and (holder is null or holder = ${holder} or held_until <= ${now})`.execute(
      this.#database.kysely(),
    );
    return numAffectedRows > 0n;
  }

  async next(slug: string, limit: number): Promise<NextEvents> {
    const db = this.#database.kysely();
    const { rows } = await sql<{ id: string; type: string; at: Date; data: string }>`
      select id, type, at, data from extension_event where slug = ${slug} order by id limit ${limit}`.execute(db);
    const listener = await sql<{ is_overrun: boolean }>`
      select is_overrun from extension_listener where slug = ${slug}`.execute(db);
    return {
      events: rows.map(({ id, type, at, data }) => ({
        id: Number(id),
        type,
        at: new Date(at),
        data: JSON.parse(data),
      })),
      isOverrun: listener.rows[0]?.is_overrun ?? false,
    };
  }

  async acknowledge(slug: string, holder: string, id: number): Promise<boolean> {
    const { rows } = await sql`
      with mine as (
        update extension_listener set delivered_id = greatest(delivered_id, ${id})
        where slug = ${slug} and holder = ${holder} returning slug
      ), gone as (
        delete from extension_event e using mine where e.slug = mine.slug and e.id <= ${id}
      )
      select slug from mine`.execute(this.#database.kysely());
    return rows.length > 0;
  }

  async release(slug: string, holder: string): Promise<void> {
    await sql`
      update extension_listener set holder = null, held_until = null
      where slug = ${slug} and holder = ${holder}`.execute(this.#database.kysely());
  }

  async discard(slug: string): Promise<void> {
    await sql`
      with listener as (
        update extension_listener set delivered_id = last_id, is_overrun = false where slug = ${slug} returning last_id
      )
      delete from extension_event using listener where slug = ${slug} and id <= listener.last_id`.execute(
      this.#database.kysely(),
    );
  }

  async #overrun(slug: string): Promise<void> {
    await sql`update extension_listener set is_overrun = true where slug = ${slug}`.execute(this.#database.kysely());
  }

  async #append(slug: string, lastId: number, events: NewEvents): Promise<void> {
    const db = this.#database.kysely();
    for (let start = 0; start < events.length; start += CHUNK) {
      const part = events.slice(start, start + CHUNK);
      const ids = arrayOf(
        'bigint',
        part.map((_, index) => lastId + start + index + 1),
      );
      const types = arrayOf(
        'text',
        part.map(({ type }) => type),
      );
      const times = arrayOf(
        'timestamptz',
        part.map(({ at }) => at),
      );
      const data = arrayOf(
        'text',
        part.map((event) => JSON.stringify(event.data)),
      );
      await sql`
        insert into extension_event (slug, id, type, at, data)
        select ${slug}, * from unnest(${ids}, ${types}, ${times}, ${data})`.execute(db);
    }
    await sql`update extension_listener set last_id = ${lastId + events.length} where slug = ${slug}`.execute(db);
  }
}
