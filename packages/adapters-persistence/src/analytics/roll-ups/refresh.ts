import { type Kysely, type RawBuilder, sql } from 'kysely';
import { advisoryLocks } from '../../connection/advisory-locks.ts';
import type { Database } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import { dateTypes, type FactDate, factDates } from '../facts/chains.ts';
import { compactPending } from './compact.ts';
import { refreshDaysOf } from './correct-days.ts';
import { refreshLevels } from './correct-levels.ts';
import { couponDay, customerDay, taxDay } from './day-sums.ts';
import { levelTables, startOf, yearOf } from './levels.ts';
import { findMarks, type Marks } from './marks.ts';

/** From this number of days on, date types are refreshed concurrently; their roll-ups are disjoint. */
const MANY = 200;
/** A larger batch requests whole years. */
const LONGEST_YEAR = 366;

/** Marked days of one date type, in consecutive months of one year. */
interface Marked {
  readonly date: FactDate;
  readonly days: readonly string[];
}

/** Pending rows and marked days that a refresh processes. */
interface RefreshWork {
  readonly hasPending: boolean;
  readonly all: readonly Marked[];
}

/** Advisory lock of refreshes of the roll-ups of one date type; writers of facts do not take it. */
const keyOf = (date: FactDate): RawBuilder<unknown> => sql.lit(advisoryLocks.rollUps + dateTypes[date]);

/** Takes the roll-up locks of all date types. */
export const holdRollUps = (db: Kysely<Tables>): Promise<unknown> =>
  sql`select ${sql.join(factDates.map((date) => sql`pg_advisory_xact_lock(${keyOf(date)})`))}`.execute(db);

/**
 * Moves pending sums, then refreshes the roll-ups of at most `mostDays` marked days, oldest marks first; returns how many. Ends early when another
 * process holds the lock. Large batches use a connection for each date type.
 */
export async function refreshDays(database: Database, mostDays: number): Promise<number> {
  const { all, hasPending } = await findWork(database.kysely(), mostDays);
  if (hasPending) await compactPending(database);
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

/** Whether rows are pending, and marked days. */
async function findWork(db: Kysely<Tables>, mostDays: number): Promise<RefreshWork> {
  const found = await sql<{ date_type: number | null; day: string | null; has_pending: boolean }>`
    select marked.date_type, marked.day, has_pending
    from (select exists (select from order_pending) as has_pending) pending left join (
      select date_type, day, min(min(id)) over (partition by date_type, date_trunc('year', day::timestamp)) as first
      from dirty_day group by 1, 2 order by first, date_type, day limit ${mostDays}
    ) marked on true order by marked.first, marked.date_type, marked.day`.execute(db);
  const hasPending = found.rows[0]?.has_pending ?? false;
  const rows = found.rows.flatMap(({ date_type, day }) =>
    date_type === null || day === null ? [] : [{ date_type, day }],
  );
  return { hasPending, all: inGroups(rows, mostDays) };
}

/**
 * Days of a year together, because they share roll-ups. With a batch of whole years, a last year that is incomplete is left out.
 */
function inGroups(
  rows: readonly { readonly date_type: number; readonly day: string }[],
  mostDays: number,
): readonly Marked[] {
  const cut = rows.length === mostDays && mostDays > LONGEST_YEAR ? rows.at(-1) : undefined;
  const whole = rows.filter((row) => row.date_type !== cut?.date_type || yearOf(row.day) !== yearOf(cut.day));
  const groups: { date: FactDate; days: string[] }[] = [];
  for (const { date_type, day } of whole) {
    const date = factDates.find((each) => dateTypes[each] === date_type);
    if (!date) continue;
    const last = groups.at(-1);
    if (last?.date === date && isNear(last.days.at(-1), day)) last.days.push(day);
    else groups.push({ date, days: [day] });
  }
  return groups;
}

/** Whether a day is in the same month as an earlier one, or in the next month of the same year. */
const isNear = (earlier: string | undefined, day: string): boolean =>
  earlier !== undefined &&
  yearOf(earlier) === yearOf(day) &&
  Number(day.slice(-5, -3)) - Number(earlier.slice(-5, -3)) <= 1;

async function refreshMarked(db: Kysely<Tables>, { date, days }: Marked): Promise<number | undefined> {
  const lock = await sql<{ is_mine: boolean }>`select pg_try_advisory_xact_lock(${keyOf(date)}) as is_mine`.execute(db);
  if (!lock.rows[0]?.is_mine) return undefined;
  // Marks are read first and roll-ups computed by later statements, which see the facts of all these marks; marks inserted
  // meanwhile remain.
  const marks = await findMarks(db, date, days);
  if (marks.days.length === 0) return 0;
  await refreshOthers(db, (await isMostNew(db, marks)) ? marks.asWhole : marks);
  await marks.remove(db);
  return marks.days.length;
}

async function refreshOthers(db: Kysely<Tables>, marks: Marks): Promise<void> {
  const { rows } = await sql<{ date_type: number }>`select date_type from fact_rules`.execute(db);
  const isConfigured = rows[0]?.date_type === dateTypes[marks.date];
  for (const table of [taxDay, couponDay]) await refreshDaysOf(db, table, marks);
  if (isConfigured) await refreshDaysOf(db, customerDay, marks);
  for (const table of levelTables)
    if (marks.date === 'created' || (isConfigured && table.everyDate)) await refreshLevels(db, table, marks);
}

/** Whether most orders of these months were just added: then recomputing is cheaper than adding. */
async function isMostNew(db: Kysely<Tables>, { date, days, came }: Marks): Promise<boolean> {
  const { rows } = await sql<{ entries: number }>`
    select coalesce(sum(entries), 0)::int as entries from order_month
    where date_type = ${sql.lit(dateTypes[date])}
      and start between ${startOf('month', sql`${days[0]}::date`)} and ${days.at(-1)}::date`.execute(db);
  return came * 2 > (rows[0]?.entries ?? 0);
}
