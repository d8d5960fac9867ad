import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { withUnavailability } from '../database-errors.ts';
import type { Tables } from '../tables.ts';

/** How far a counter has come in its window. */
export interface Count {
  readonly taken: number;
  /** Milliseconds until the window ends. */
  readonly resetMs: number;
}

/** What is to be added to a counter, how far it may come, and how long its window is. */
export interface Addition {
  readonly points: number;
  readonly most: number;
  readonly seconds: number;
}

interface CountRow {
  readonly points: number;
  readonly reset_ms: number;
}

/** Counters whose window is over go when others come, so many at a time. */
const swept = 20;

const resetMs = sql`floor(extract(epoch from ends_at - clock_timestamp()) * 1000)::int`;
const end = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds})`;

/**
 * Counters in the table `rate_counter`, which all processes share, in the time of the database. Their statements never
 * belong to a unit of work: what was counted stays counted when the unit is undone.
 */
export class SharedCounters {
  readonly #pool: Kysely<Tables>;

  constructor(database: Database) {
    this.#pool = database.orm.em.getKysely<Kysely<Tables>>() as unknown as Kysely<Tables>;
  }

  /**
   * Adds all of the points, or none where the counter would come too far, in one statement, so that nothing has to be
   * taken back. The first to add begins the window.
   */
  async add(key: string, { points, most, seconds }: Addition): Promise<Count & { readonly isAdded: boolean }> {
    if (points > most) return { ...((await this.read(key)) ?? { taken: 0, resetMs: 0 }), isAdded: false };
    for (;;) {
      const [row] = await this.#run<CountRow>(sql`
        insert into rate_counter as counter (key, points, ends_at) values (${key}, ${points}, ${end(seconds)})
        on conflict (key) do update set
          points = excluded.points + case when counter.ends_at > clock_timestamp() then counter.points else 0 end,
          ends_at = case when counter.ends_at > clock_timestamp() then counter.ends_at else excluded.ends_at end
        where counter.ends_at <= clock_timestamp() or counter.points + excluded.points <= ${most}
        returning points, ${resetMs} as reset_ms`);
      if (row?.points === points) await this.#sweep();
      if (row) return { ...countOf(row), isAdded: true };
      const count = await this.read(key);
      // Without a count the window has ended between the two statements.
      if (count) return { ...count, isAdded: false };
    }
  }

  /** How far a counter has come; undefined when it has no window. */
  async read(key: string): Promise<Count | undefined> {
    const [row] = await this.#run<CountRow>(sql`
      select points, ${resetMs} as reset_ms from rate_counter where key = ${key} and ends_at > clock_timestamp()`);
    return row && countOf(row);
  }

  /** Takes back what was added in this window. */
  async subtract(key: string, points: number): Promise<void> {
    await this.#run(sql`
      update rate_counter set points = greatest(0, points - ${points})
      where key = ${key} and ends_at > clock_timestamp()`);
  }

  /** Begins a window with so many points. */
  async set(key: string, points: number, seconds: number): Promise<void> {
    await this.#run(sql`
      insert into rate_counter (key, points, ends_at) values (${key}, ${points}, ${end(seconds)})
      on conflict (key) do update set points = excluded.points, ends_at = excluded.ends_at`);
  }

  /** Removes a counter. */
  async remove(key: string): Promise<void> {
    await this.#run(sql`delete from rate_counter where key = ${key}`);
  }

  /** Removes every counter whose key begins so. */
  async removeAll(beginning: string): Promise<void> {
    await this.#run(sql`delete from rate_counter where starts_with(key, ${beginning})`);
  }

  async #sweep(): Promise<void> {
    await this.#run(sql`
      delete from rate_counter where key in (
        select key from rate_counter where ends_at <= clock_timestamp() limit ${swept} for update skip locked)`);
  }

  async #run<Row>(statement: RawBuilder<unknown>): Promise<readonly Row[]> {
    try {
      const { rows } = await statement.execute(this.#pool);
      return rows as Row[];
    } catch (error) {
      throw withUnavailability(error);
    }
  }
}

const countOf = ({ points, reset_ms }: CountRow): Count => ({ taken: points, resetMs: Math.max(0, reset_ms) });
