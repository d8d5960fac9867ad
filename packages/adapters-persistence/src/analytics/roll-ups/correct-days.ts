import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { dateTypes, type FactDate } from '../facts/chains.ts';
import { type DayTable, dayColumn, isCounted, monthKeys, monthsOf } from './day-sums.ts';
import { monthOf } from './levels.ts';
import type { Marks } from './marks.ts';

/** Refreshes the roll-ups of marked days and of their months: days with changes are recomputed, added orders are added. */
export async function refreshDaysOf(db: Kysely<Tables>, table: DayTable, marks: Marks): Promise<void> {
  await replaceDays(db, table, marks);
  if (!table.byCustomer) await addToDays(db, table, marks);
  if (table.months) await replaceMonths(db, table, marks);
}

async function replaceDays(db: Kysely<Tables>, table: DayTable, marks: Marks): Promise<void> {
  const days = table.byCustomer ? marks.days : marks.wholeDays;
  if (days.length === 0) return;
  const isThis = table.keys.includes('date_type') ? sql`date_type = ${sql.lit(dateTypes[marks.date])} and ` : sql``;
  const names = list([...table.keys, ...table.sums]);
  await sql`delete from ${sql.raw(table.table)} where ${isThis}day = any (${days}::date[])`.execute(db);
  const within = withinDays(table, marks.date, days);
  const where = table.byCustomer ? within : sql`${within} and ${marks.isNotToCome}`;
  await sql`
    insert into ${sql.raw(table.table)} (${names}) select ${names} from (${countOf(table, marks.date, where)}) fresh`.execute(
    db,
  );
}

/** Adds the added orders of days that were not recomputed; exact, because the roll-up lock excludes other refreshes. */
async function addToDays(db: Kysely<Tables>, table: DayTable, marks: Marks): Promise<void> {
  const whole = new Set(marks.wholeDays);
  if (whole.size === marks.days.length) return;
  const { keys, sums, greatest = {} } = table;
  const names = list([...keys, ...sums]);
  const both = sums.map((sum) =>
    sum in greatest
      ? `${sum} = greatest(kept.${sum} ${greatest[sum]}, excluded.${sum})`
      : `${sum} = kept.${sum} + excluded.${sum}`,
  );
  const came = countOf(
    table,
    marks.date,
    marks.cameTo((day) => whole.has(day)),
  );
  await sql`
    insert into ${sql.raw(table.table)} as kept (${names}) select ${names} from (${came}) came order by ${list(keys)}
    on conflict (${list(keys)}) do update set ${list(both)}`.execute(db);
}

const countOf = (table: DayTable, date: FactDate, where: RawBuilder<unknown>): RawBuilder<unknown> =>
  table.count(date, table.isCounted ? sql`${isCounted} and ${where}` : where);

/** Recomputes the months of these days from the days. */
async function replaceMonths(db: Kysely<Tables>, table: DayTable, { date, days }: Marks): Promise<void> {
  const starts = [...new Set(days.map(monthOf))];
  const months = sql.raw(table.months ?? '');
  const type = sql.lit(dateTypes[date]);
  await sql`delete from ${months} where date_type = ${type} and start = any (${starts}::date[])`.execute(db);
  const rows = sql`(
    select s.* from unnest(${starts}::date[]) start join ${sql.raw(table.table)} s
      on s.date_type = ${type} and s.day between start and (start + interval '1 month')::date - 1) days`;
  await sql`
    insert into ${months} (${list([...monthKeys(table), ...table.sums])})
    ${monthsOf(table, rows)}`.execute(db);
}

/** Predicate of the rows of these days, in the form that the index of the table supports. */
function withinDays({ table }: DayTable, date: FactDate, days: readonly string[]): RawBuilder<unknown> {
  if (table === 'customer_day') return sql`counted_day = any (${days}::date[])`;
  return sql`${dayColumn(date)} = any (${days}::date[])`;
}

const list = (names: readonly string[]): RawBuilder<unknown> => sql.raw(names.join(', '));
