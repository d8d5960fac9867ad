import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { withUnavailability } from '../database-errors.ts';
import type { Tables } from '../tables.ts';

/** State of a counter in its current window. */
export interface Count {
  readonly taken: number;
  /** Milliseconds until the window ends. */
  readonly resetMs: number;
}

/** Points to add to a counter. */
export interface Addition {
  readonly points: number;
  /** Maximum value of the counter. */
  readonly max: number;
  /** Length of the window. */
  readonly seconds: number;
}

interface CountRow {
  readonly points: number;
  readonly reset_ms: number;
}

/** Maximum number of expired counters that the start of a new window deletes. */
const SWEEP_SIZE = 20;

const resetMs = sql`floor(extract(epoch from ends_at - clock_timestamp()) * 1000)::int`;
const end = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds})`;

/**
 * Counters in the table `rate_counter`, shared by all processes and timed by the clock of the database. Statements run outside
 * of units of work, so that a rollback does not undo counts.
 */
export class SharedCounters {
  readonly #pool: Kysely<Tables>;

  constructor(database: Database) {
    this.#pool = database.orm.em.getKysely<Kysely<Tables>>() as unknown as Kysely<Tables>;
  }

  /**
   * Adds all points, or none if the counter would exceed its maximum, atomically in one statement. The first addition starts the
   * window.
   */
  async add(key: string, { points, max, seconds }: Addition): Promise<Count & { readonly isAdded: boolean }> {
    if (points > max) return { ...((await this.read(key)) ?? { taken: 0, resetMs: 0 }), isAdded: false };
    for (;;) {
      const [row] = await this.#run<CountRow>(sql`
        insert into rate_counter as counter (key, points, ends_at) values (${key}, ${points}, ${end(seconds)})
        on conflict (key) do update set
          points = excluded.points + case when counter.ends_at > clock_timestamp() then counter.points else 0 end,
          ends_at = case when counter.ends_at > clock_timestamp() then counter.ends_at else excluded.ends_at end
        where counter.ends_at <= clock_timestamp() or counter.points + excluded.points <= ${max}
        returning points, ${resetMs} as reset_ms`);
      if (row?.points === points) await this.#sweep();
      if (row) return { ...countOf(row), isAdded: true };
      const count = await this.read(key);
      // Without a count the window ended between the two statements: retry.
      if (count) return { ...count, isAdded: false };
    }
  }

  /** The state of a counter; undefined without a current window. */
  async read(key: string): Promise<Count | undefined> {
    const [row] = await this.#run<CountRow>(sql`
      select points, ${resetMs} as reset_ms from rate_counter where key = ${key} and ends_at > clock_timestamp()`);
    return row && countOf(row);
  }

  /** Subtracts points in the current window; the counter never falls below zero. */
  async subtract(key: string, points: number): Promise<void> {
    await this.#run(sql`
      update rate_counter set points = greatest(0, points - ${points})
      where key = ${key} and ends_at > clock_timestamp()`);
  }

  /** Starts a new window with this number of points. */
  async set(key: string, points: number, seconds: number): Promise<void> {
    await this.#run(sql`
      insert into rate_counter (key, points, ends_at) values (${key}, ${points}, ${end(seconds)})
      on conflict (key) do update set points = excluded.points, ends_at = excluded.ends_at`);
  }

  async remove(key: string): Promise<void> {
    await this.#run(sql`delete from rate_counter where key = ${key}`);
  }

  /** Removes every counter whose key starts with the prefix. */
  async removeAll(prefix: string): Promise<void> {
    await this.#run(sql`delete from rate_counter where starts_with(key, ${prefix})`);
  }

  async #sweep(): Promise<void> {
    await this.#run(sql`
      delete from rate_counter where key in (
        select key from rate_counter where ends_at <= clock_timestamp() limit ${SWEEP_SIZE} for update skip locked)`);
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
