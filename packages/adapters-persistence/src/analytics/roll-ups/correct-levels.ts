import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { dateTypes, type FactDate } from '../facts/chains.ts';
import { dayColumn, isCounted } from './day-sums.ts';
import { type LevelTable, levels, monthOf, startOf, yearOf } from './levels.ts';
import type { Marks } from './marks.ts';

/** From this number of stale days on, recomputing the whole year is cheaper than correcting single rows. */
const MOST_OF_YEAR = 120;

/** Refreshes the months, quarters and years of marked days: months with changes are recomputed, added orders are added. */
export async function refreshLevels(db: Kysely<Tables>, table: LevelTable, marks: Marks): Promise<void> {
  const days = table.byCustomer ? marks.days : marks.wholeDays;
  const isMost = days.length > MOST_OF_YEAR;
  const [first, last] = isMost
    ? [`${yearOf(days[0])}-01-01`, `${yearOf(days[0])}-12-01`]
    : [monthOf(days[0]), monthOf(days.at(-1))];
  const span: LevelSpan = { date: marks.date, first, last, ...(table.byCustomer ? {} : { but: marks.isNotToCome }) };
  if (days.length > 0) await (isMost ? replaceLevels(db, table, span) : correctLevels(db, table, span));
  if (table.byCustomer) return;
  const isCountedAnew = (day: string) => days.length > 0 && monthOf(day) >= first && monthOf(day) <= last;
  if (marks.days.every(isCountedAnew)) return;
  await addToLevels(db, table, { date: marks.date, came: marks.cameTo(isCountedAnew) });
}

/** Added orders, by a predicate on their rows. */
interface Added {
  readonly date: FactDate;
  readonly came: RawBuilder<unknown>;
}

/** Consecutive months of one year, by their first days. */
interface LevelSpan {
  readonly date: FactDate;
  readonly first: string;
  readonly last: string;
  /** Further predicate of the rows. */
  readonly but?: RawBuilder<unknown>;
}

/**
 * Recomputes all months of a year and derives quarters and year from them; requires the whole year, because it replaces
 * without comparing.
 */
async function replaceLevels(
  db: Kysely<Tables>,
  { table, keys, sums, count }: LevelTable,
  span: LevelSpan,
): Promise<void> {
  const name = sql.raw(table);
  const type = sql.lit(dateTypes[span.date]);
  const within = sql`start between ${span.first}::date and ${span.last}::date`;
  await sql`delete from ${name} where date_type = ${type} and ${within}`.execute(db);
  await sql`
    insert into ${name} (date_type, level, start, ${list([...keys, ...sums])})
    select ${type}, 2, start, ${list([...keys, ...sums])} from (${count(span.date, countedIn(span))}) month
    order by start, ${list(keys)}`.execute(db);
  const above = Object.entries(levels).filter(([level]) => level !== '2');
  await sql`
    insert into ${name} (date_type, level, start, ${list([...keys, ...sums])})
    select ${type}, at.level, at.start, ${list(keys)}, ${list(sums.map((sum) => `sum(${sum})`))}
    from ${name} month cross join lateral (values ${startsOf(above, 'month.start')}) at (level, start)
    where month.date_type = ${type} and month.level = 2 and month.${within}
    group by at.level, at.start, ${list(keys)} order by at.level, at.start, ${list(keys)}`.execute(db);
}

/**
 * Recomputes months and adds the differences to them, their quarters and their year; exact, because the roll-up lock excludes
 * other refreshes.
 */
async function correctLevels(db: Kysely<Tables>, table: LevelTable, span: LevelSpan): Promise<void> {
  const { keys, sums, count } = table;
  const name = sql.raw(table.table);
  const type = sql.lit(dateTypes[span.date]);
  const differences = sums.map((sum) => `coalesce(fresh.${sum}, 0) - coalesce(stored.${sum}, 0) as ${sum}`);
  await sql`
    with fresh as (${count(span.date, countedIn(span))}),
      stored as (
        select * from ${name} where date_type = ${type} and level = 2 and start between ${span.first}::date and ${span.last}::date
      ),
      change as (
        select start, ${list([...keys, ...differences])} from fresh full join stored using (start, ${list(keys)})
      )
    ${addChange(table, span.date)}`.execute(db);
  await sql`
    delete from ${name}
    where date_type = ${type} and entries = 0 and level in (2, 3, 4)
      and start between ${startOf('year', sql`${span.first}::date`)} and ${span.last}::date`.execute(db);
}

/** Adds the added orders of months that were not recomputed; exact, because the roll-up lock excludes other refreshes. */
async function addToLevels(db: Kysely<Tables>, table: LevelTable, { date, came }: Added): Promise<void> {
  await sql`with change as (${table.count(date, sql`${isCounted} and ${came}`)}) ${addChange(table, date)}`.execute(db);
}

/** Final insert that adds the monthly differences in CTE `change` to months, quarters and years. */
function addChange({ table, keys, sums }: LevelTable, date: FactDate): RawBuilder<unknown> {
  const each = (make: (sum: string) => string, glue = ', ') => sql.raw(sums.map(make).join(glue));
  return sql`
    insert into ${sql.raw(table)} as kept (date_type, level, start, ${list([...keys, ...sums])})
    select ${sql.lit(dateTypes[date])}, at.level, at.start, ${list(keys)}, ${each((sum) => `sum(${sum})`)}
    from change cross join lateral (values ${startsOf(Object.entries(levels), 'change.start')}) at (level, start)
    where ${each((sum) => `${sum} <> 0`, ' or ')}
    group by at.level, at.start, ${list(keys)} order by at.level, at.start, ${list(keys)}
    on conflict (date_type, level, start, ${list(keys)})
    do update set ${each((sum) => `${sum} = kept.${sum} + excluded.${sum}`)}`;
}

/** Predicate of the counted rows of these months. */
function countedIn({ date, first, last, but = sql`true` }: LevelSpan): RawBuilder<unknown> {
  const day = dayColumn(date);
  return sql`${isCounted} and ${day} >= ${first}::date and ${day} < (${last}::date + interval '1 month')::date and ${but}`;
}

const startsOf = (of: readonly (readonly [string, string])[], day: string): RawBuilder<unknown> =>
  sql.join(of.map(([level, unit]) => sql`(${sql.raw(level)}::smallint, ${startOf(unit, sql.raw(day))})`));

const list = (names: readonly string[]): RawBuilder<unknown> => sql.raw(names.join(', '));
