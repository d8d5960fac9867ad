import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { dateTypes } from './chains.ts';
import { dayColumn, isCounted, type Marked } from './day-sums.ts';
import { type LevelTable, levels, startOf } from './levels.ts';

/**
 * Counts all months of the year of these days anew, and makes the quarters and the year of them: for very many days, because
 * nothing is compared. Exact for the same reason as `correctLevels`.
 */
export async function replaceLevels(
  db: Kysely<Tables>,
  { table, keys, sums, count }: LevelTable,
  { date, days }: Marked,
): Promise<void> {
  const name = sql.raw(table);
  const type = sql.lit(dateTypes[date]);
  const year = startOf('year', sql`${firstOfMonth(days[0])}::date`);
  const day = dayColumn(date);
  const within = sql`${day} >= ${year} and ${day} < (${year} + interval '1 year')::date`;
  const all = sql`(date_type, level, start, ${list([...keys, ...sums])})`;
  await sql`
    delete from ${name} where date_type = ${type} and start >= ${year} and start < (${year} + interval '1 year')::date`.execute(
    db,
  );
  await sql`
    insert into ${name} ${all}
    select ${type}, 2, start, ${list([...keys, ...sums])} from (${count(date, sql`${isCounted} and ${within}`)}) month order by start, ${list(keys)}`.execute(
    db,
  );
  const above = sql.join(
    Object.entries(levels)
      .filter(([level]) => level !== '2')
      .map(([level, unit]) => sql`(${sql.raw(level)}::smallint, ${startOf(unit, sql.raw('month.start'))})`),
  );
  await sql`
    insert into ${name} ${all}
    select ${type}, at.level, at.start, ${list(keys)}, ${list(sums.map((sum) => `sum(${sum})`))}
    from ${name} month cross join lateral (values ${above}) at (level, start)
    where month.date_type = ${type} and month.level = 2
      and month.start >= ${year} and month.start < (${year} + interval '1 year')::date
    group by at.level, at.start, ${list(keys)} order by at.level, at.start, ${list(keys)}`.execute(db);
}

/** Counts months anew and adds what has changed to them, their quarters and their year; exact because nobody else does it meanwhile. */
export async function correctLevels(
  db: Kysely<Tables>,
  { table, keys, sums, count }: LevelTable,
  { date, days }: Marked,
): Promise<void> {
  const name = sql.raw(table);
  const type = sql.lit(dateTypes[date]);
  const [first, last] = [sql`${firstOfMonth(days[0])}::date`, sql`${firstOfMonth(days.at(-1))}::date`];
  const starts = sql.join(
    Object.entries(levels).map(
      ([level, unit]) => sql`(${sql.raw(level)}::smallint, ${startOf(unit, sql.raw('change.start'))})`,
    ),
  );
  const day = dayColumn(date);
  const within = sql`${day} >= ${first} and ${day} < (${last} + interval '1 month')::date`;
  const each = (make: (sum: string) => string, glue = ', ') => sql.raw(sums.map(make).join(glue));
  await sql`
    with fresh as (${count(date, sql`${isCounted} and ${within}`)}),
      stored as (
        select * from ${name} where date_type = ${type} and level = 2 and start between ${first} and ${last}
      ),
      change as (
        select start, ${list(keys)}, ${each((sum) => `coalesce(fresh.${sum}, 0) - coalesce(stored.${sum}, 0) as ${sum}`)}
        from fresh full join stored using (start, ${list(keys)})
      )
    insert into ${name} as kept (date_type, level, start, ${list([...keys, ...sums])})
    select ${type}, at.level, at.start, ${list(keys)}, ${each((sum) => `sum(${sum})`)}
    from change cross join lateral (values ${starts}) at (level, start)
    where ${each((sum) => `${sum} <> 0`, ' or ')}
    group by at.level, at.start, ${list(keys)}
    on conflict (date_type, level, start, ${list(keys)})
    do update set ${each((sum) => `${sum} = kept.${sum} + excluded.${sum}`)}`.execute(db);
  await sql`
    delete from ${name}
    where date_type = ${type} and entries = 0 and level in (2, 3, 4)
      and start between ${startOf('year', first)} and ${last}`.execute(db);
}

const firstOfMonth = (day: string | undefined): string => `${day?.slice(0, -3)}-01`;

const list = (names: readonly string[]): RawBuilder<unknown> => sql.raw(names.join(', '));
