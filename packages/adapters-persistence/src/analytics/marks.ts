import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { dateTypes, type FactDate } from './chains.ts';
import { dayColumn } from './day-sums.ts';
import { startOf } from './levels.ts';

/** A mark: what may have changed on a day. */
interface Mark {
  readonly id: number;
  readonly day: string;
  /** Whether anything may have; otherwise it lists what came to the day. */
  readonly is_whole: boolean;
  /** How many orders and refunds it lists. */
  readonly came: number;
}

/**
 * The marks of some days of one year that are being worked on, and no others: what has a mark beside them was changed by
 * somebody who committed later. At every moment a sum that needs not be counted anew is what the facts come to without the
 * rows that marks list as having come. So exactly these rows are added when their marks go, and left out where a sum is
 * counted anew while their marks stay.
 */
export class Marks {
  readonly date: FactDate;
  readonly #all: readonly Mark[];

  constructor(date: FactDate, all: readonly Mark[]) {
    this.date = date;
    this.#all = all;
  }

  /** All days, in order. */
  get days(): readonly string[] {
    return daysOf(this.#all);
  }

  /** The days that are to be counted anew, in order. */
  get wholeDays(): readonly string[] {
    return daysOf(this.#all.filter((mark) => mark.is_whole));
  }

  /** How many orders and refunds came. */
  get came(): number {
    return this.#all.reduce((sum, { came }) => sum + came, 0);
  }

  /** The same marks, as if they all said that anything may have changed. */
  get asWhole(): Marks {
    return new Marks(
      this.date,
      this.#all.map((mark) => ({ ...mark, is_whole: true })),
    );
  }

  /** Whether a row is listed by a mark of a day of which nothing was counted anew. */
  cameTo(isCountedAnew: (day: string) => boolean): RawBuilder<unknown> {
    const ids = this.#all.filter(({ day }) => !isCountedAnew(day)).map(({ id }) => id);
    return sql`(order_id, ${dayColumn(this.date)}) in (
      select came.order_id, m.day from dirty_day m cross join unnest(m.added) came (order_id)
      where m.id = any (${ids}::bigint[]))`;
  }

  /** Whether no mark of the year lists a row that will have to be added later. */
  get isNotToCome(): RawBuilder<unknown> {
    const year = startOf('year', sql`${this.days[0]}::date`);
    return sql`(order_id, ${dayColumn(this.date)}) not in (
      select later.order_id, m.day from dirty_day m cross join unnest(m.added) later (order_id)
      where m.date_type = ${sql.lit(dateTypes[this.date])} and m.day >= ${year} and m.day < (${year} + interval '1 year')::date
        and m.id not in (select unnest(${this.#ids}::bigint[])))`;
  }

  /** Takes the marks away; those that came meanwhile stay. */
  async remove(db: Kysely<Tables>): Promise<void> {
    await sql`delete from dirty_day where id = any (${this.#ids}::bigint[])`.execute(db);
  }

  get #ids(): readonly number[] {
    return this.#all.map(({ id }) => id);
  }
}

/** The marks that these days have by now. */
export async function findMarks(db: Kysely<Tables>, date: FactDate, days: readonly string[]): Promise<Marks> {
  const { rows } = await sql<Mark>`
    select id, day, added is null as is_whole, coalesce(cardinality(added), 0) as came from dirty_day
    where date_type = ${sql.lit(dateTypes[date])} and day = any (${days}::date[]) order by day`.execute(db);
  return new Marks(date, rows);
}

const daysOf = (marks: readonly Mark[]): readonly string[] => [...new Set(marks.map(({ day }) => day))];
