import { type Kysely, type RawBuilder, sql } from 'kysely';
import { advisoryLocks } from '../advisory-locks.ts';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import { dateTypes, type FactDate, factDates } from './chains.ts';
import { correctLevels, replaceLevels } from './correct-levels.ts';
import {
  couponDay,
  customerDay,
  type DayTable,
  dayColumn,
  isCounted,
  type Marked,
  monthKeys,
  monthsOf,
  orderDay,
  taxDay,
} from './day-sums.ts';
import { levelTables } from './levels.ts';

/** From so many days on all months of their year are counted anew: cheaper than to correct each row. */
const MOST_OF_YEAR = 120;

/** From so many days on the dates are worked on side by side: their sums have nothing in common. */
const MANY = 200;

/** Whoever holds this may write the roll-ups by one date, until the end of the unit; nobody waits for it who only writes facts. */
const keyOf = (date: FactDate): RawBuilder<unknown> => sql.lit(advisoryLocks.rollUps + dateTypes[date]);

/** Waits until nobody else writes roll-ups. */
export const holdRollUps = (db: Kysely<Tables>): Promise<unknown> =>
  sql`select ${sql.join(factDates.map((date) => sql`pg_advisory_xact_lock(${keyOf(date)})`))}`.execute(db);

/**
 * Brings the roll-ups of at most so many marked days up to date, those that were marked first, and gives how many. It
 * ends early when somebody else does the same. Very many days take a connection for each date that they are days of.
 */
export async function refreshDays(database: Database, mostDays: number): Promise<number> {
  const all = await findMarked(database.kysely(), mostDays);
  const isMuch = all.reduce((sum, { days }) => sum + days.length, 0) > MANY && database.kind === 'server';
  const lanes = isMuch ? factDates.map((date) => all.filter((marked) => marked.date === date)) : [all];
  const ends = await Promise.allSettled(lanes.map((lane) => refreshInTurn(database, lane)));
  return ends.reduce((sum, end) => {
    if (end.status === 'rejected') throw end.reason;
    return sum + end.value;
  }, 0);
}

async function refreshInTurn(database: Database, all: readonly Marked[]): Promise<number> {
  let days = 0;
  for (const marked of all) {
    const refreshed = await database.unitOfWork.run(() => refreshMarked(database.kysely(), marked));
    if (refreshed === undefined) break;
    days += refreshed;
  }
  return days;
}

/** The days of the year whose marks are oldest come first: as many of a year as there are, because they share sums. */
async function findMarked(db: Kysely<Tables>, mostDays: number): Promise<readonly Marked[]> {
  const { rows } = await sql<{ date_type: number; day: string }>`
    select date_type, day, min(min(id)) over (partition by date_type, date_trunc('year', day::timestamp)) as first
    from dirty_day group by 1, 2 order by first, date_type, day limit ${mostDays}`.execute(db);
  const groups: { date: FactDate; days: string[] }[] = [];
  for (const { date_type, day } of rows) {
    const date = factDates.find((each) => dateTypes[each] === date_type);
    if (!date) continue;
    const last = groups.at(-1);
    if (last?.date === date && isNear(last.days.at(-1), day)) last.days.push(day);
    else groups.push({ date, days: [day] });
  }
  return groups;
}

/** Whether a day is in the same month as an earlier one, or in the next of the same year. */
const isNear = (earlier: string | undefined, day: string): boolean =>
  earlier?.slice(0, -6) === day.slice(0, -6) && Number(day.slice(-5, -3)) - Number(earlier.slice(-5, -3)) <= 1;

async function refreshMarked(db: Kysely<Tables>, { date, days }: Marked): Promise<number | undefined> {
  const lock = await sql<{ is_mine: boolean }>`select pg_try_advisory_xact_lock(${keyOf(date)}) as is_mine`.execute(db);
  if (!lock.rows[0]?.is_mine) return undefined;
  const type = sql.lit(dateTypes[date]);
  // First the marks and then, in later statements, the sums: they see the facts of every mark that is gone, and whoever
  // writes meanwhile keeps a mark.
  const { rows } = await sql<{ days: number; configured: number }>`
    with gone as (delete from dirty_day where date_type = ${type} and day = any (${days}::date[]) returning day)
    select count(distinct day)::int as days, (select date_type from fact_rules) as configured from gone`.execute(db);
  const [gone] = rows;
  if (!gone || gone.days === 0) return 0;
  const isConfigured = gone.configured === dateTypes[date];
  await replaceDays(db, orderDay, { date, days });
  await replaceDays(db, taxDay, { date, days });
  await replaceDays(db, couponDay, { date, days });
  if (isConfigured) await replaceDays(db, customerDay, { date, days });
  const isMost = days.length > MOST_OF_YEAR;
  for (const table of levelTables) {
    if (date !== 'created' && !(isConfigured && table.everyDate)) continue;
    await (isMost ? replaceLevels(db, table, { date, days }) : correctLevels(db, table, { date, days }));
  }
  return gone.days;
}

async function replaceDays(db: Kysely<Tables>, table: DayTable, { date, days }: Marked): Promise<void> {
  const isThis = table.keys.includes('date_type') ? sql`date_type = ${sql.lit(dateTypes[date])} and ` : sql``;
  const within = daysOf(table, { date, days });
  const where = table.isCounted ? sql`${isCounted} and ${within}` : within;
  await sql`delete from ${sql.raw(table.table)} where ${isThis}day = any (${days}::date[])`.execute(db);
  await sql`
    insert into ${sql.raw(table.table)} (${list([...table.keys, ...table.sums])})
    select ${list([...table.keys, ...table.sums])} from (${table.count(date, where)}) fresh`.execute(db);
  await replaceMonths(db, table, { date, days });
}

/** What the months of these days come to by now, where that is kept. */
async function replaceMonths(db: Kysely<Tables>, table: DayTable, { date, days }: Marked): Promise<void> {
  if (!table.months) return;
  const starts = [...new Set(days.map((day) => `${day.slice(0, -3)}-01`))];
  const months = sql.raw(table.months);
  const type = sql.lit(dateTypes[date]);
  await sql`delete from ${months} where date_type = ${type} and start = any (${starts}::date[])`.execute(db);
  const rows = sql`(
    select s.* from unnest(${starts}::date[]) start join ${sql.raw(table.table)} s
      on s.date_type = ${type} and s.day between start and (start + interval '1 month')::date - 1) days`;
  await sql`
    insert into ${months} (${list([...monthKeys(table), ...table.sums])})
    ${monthsOf(table, rows)}`.execute(db);
}

/** The rows of these days, found by the index that the table has. */
function daysOf({ table }: DayTable, { date, days }: Marked): RawBuilder<unknown> {
  if (table === 'customer_day') return sql`counted_day = any (${days}::date[])`;
  const those = sql`${dayColumn(date)} = any (${days}::date[])`;
  if (table !== 'order_day') return those;
  const [first, last] = [days[0], days.at(-1)];
  const time = sql.raw(`${date}_at`);
  return sql`${time} >= ${first}::date and ${time} < ${last}::date + 1 and ${those}`;
}

const list = (names: readonly string[]): RawBuilder<unknown> => sql.raw(names.join(', '));
