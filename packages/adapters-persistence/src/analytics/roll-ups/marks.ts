import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { dateTypes, type FactDate } from '../facts/chains.ts';
import { dayColumn } from './day-sums.ts';
import { startOf } from './levels.ts';

/** A row of `dirty_day`. */
interface Mark {
  readonly id: number;
  readonly day: string;
  /** Whether anything may have changed; otherwise the mark lists the added orders. */
  readonly is_whole: boolean;
  /** Number of listed orders and refunds. */
  readonly came: number;
}

/**
 * The marks of some days of one year that a refresh processes; marks inserted later belong to writers that committed later.
 * Invariant: a roll-up that needs no recomputation equals the facts without the rows that marks list as added. So exactly
 * these rows are added when their marks are deleted, and excluded from a recomputation while their marks remain.
 */
export class Marks {
  readonly date: FactDate;
  readonly #all: readonly Mark[];

  constructor(date: FactDate, all: readonly Mark[]) {
    this.date = date;
    this.#all = all;
  }

  /** All days, ascending. */
  get days(): readonly string[] {
    return daysOf(this.#all);
  }

  /** The days that must be recomputed, ascending. */
  get wholeDays(): readonly string[] {
    return daysOf(this.#all.filter((mark) => mark.is_whole));
  }

  /** Number of added orders and refunds. */
  get came(): number {
    return this.#all.reduce((sum, { came }) => sum + came, 0);
  }

  /** The same marks, all treated as if anything may have changed. */
  get asWhole(): Marks {
    return new Marks(
      this.date,
      this.#all.map((mark) => ({ ...mark, is_whole: true })),
    );
  }

  /** Predicate: a row is listed as added by a mark of a day that was not recomputed. */
  cameTo(isCountedAnew: (day: string) => boolean): RawBuilder<unknown> {
    const ids = this.#all.filter(({ day }) => !isCountedAnew(day)).map(({ id }) => id);
    return sql`(order_id, ${dayColumn(this.date)}) in (
      select came.order_id, m.day from dirty_day m cross join unnest(m.added) came (order_id)
      where m.id = any (${ids}::bigint[]))`;
  }

  /** Predicate: no other mark of the year lists the row as added, which would add it later. */
  get isNotToCome(): RawBuilder<unknown> {
    const year = startOf('year', sql`${this.days[0]}::date`);
    return sql`(order_id, ${dayColumn(this.date)}) not in (
      select later.order_id, m.day from dirty_day m cross join unnest(m.added) later (order_id)
      where m.date_type = ${sql.lit(dateTypes[this.date])} and m.day >= ${year} and m.day < (${year} + interval '1 year')::date
        and m.id not in (select unnest(${this.#ids}::bigint[])))`;
  }

  /** Deletes these marks; marks inserted meanwhile remain. */
  async remove(db: Kysely<Tables>): Promise<void> {
    await sql`delete from dirty_day where id = any (${this.#ids}::bigint[])`.execute(db);
  }

  get #ids(): readonly number[] {
    return this.#all.map(({ id }) => id);
  }
}

/** The current marks of these days. */
export async function findMarks(db: Kysely<Tables>, date: FactDate, days: readonly string[]): Promise<Marks> {
  const { rows } = await sql<Mark>`
    select id, day, added is null as is_whole, coalesce(cardinality(added), 0) as came from dirty_day
    where date_type = ${sql.lit(dateTypes[date])} and day = any (${days}::date[]) order by day`.execute(db);
  return new Marks(date, rows);
}

const daysOf = (marks: readonly Mark[]): readonly string[] => [...new Set(marks.map(({ day }) => day))];
