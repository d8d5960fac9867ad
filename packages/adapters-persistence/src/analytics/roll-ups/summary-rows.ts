import { sql } from 'kysely';
import { dateTypes } from '../facts/chains.ts';
import { noneOf } from '../facts/usual-status.ts';
import { type DividedRange, divide, endOfInterval, monthsIn, type Ranged, type Span } from '../plan-range.ts';
import type { Piece } from '../report-scope.ts';
import { dayColumn } from './day-sums.ts';
import type { SummaryFit } from './summary-fit.ts';

interface SummaryReading extends Omit<SummaryFit, 'where' | 'measures'> {
  readonly ranged: Ranged;
  /** The interval of the groups, if they have one. */
  readonly interval: string | undefined;
  /** Whether a measure counts keys, which rows that cancel each other must not have. */
  readonly countsKeys: boolean;
}

/**
 * The rows of a range in the form of a roll-up: from the roll-up where it is fresh, computed from facts elsewhere. All parts
 * and the marks are read in one statement, so each fact is counted exactly once.
 */
export function summaryRows(reading: SummaryReading): Piece {
  const divided = divide(reading.ranged);
  const arms = armsOf(reading, divided);
  const cuts = divided.cuts.map((cut) => counted(reading, momentsIn(reading, cut)));
  const all = [...arms.parts, ...cuts];
  const rows = all.length === 0 ? sql`${counted(reading, sql.lit(false))}` : sql.join(all, sql` union all `);
  const { join } = reading.summary;
  const given = sql`(${arms.before}${rows}) t`;
  return join === undefined ? given : sql`${given} ${sql.raw(join)}`;
}

interface Arms {
  /** CTEs that the parts use. */
  readonly before: Piece;
  readonly parts: readonly Piece[];
}

function armsOf(reading: SummaryReading, divided: DividedRange): Arms {
  const { rows, unit } = reading.summary;
  if ('pending' in rows && rows.pending !== undefined) return pendingArms(reading, divided, rows.pending);
  return unit === 'day' ? dayArms(reading, divided) : monthArms(reading, divided);
}

const type = ({ ranged }: Pick<SummaryReading, 'ranged'>): Piece => sql.lit(dateTypes[ranged.date]);

/** Predicate: the roll-ups follow the rules of the plan; they must not be read during a rebuild. */
export function areReadable(
  { ranged, excluded }: Pick<SummaryReading, 'ranged' | 'excluded'>,
  isConfigured: boolean,
): Piece {
  const sameDate = isConfigured ? sql` and date_type = ${type({ ranged })}` : sql``;
  const sameStatuses = excluded ? sql` and excluded_statuses = ${excluded}::text[]` : sql``;
  return sql`coalesce((select rebuild_from is null${sameDate}${sameStatuses} from fact_rules), false)`;
}

const readable = (reading: SummaryReading): Piece =>
  areReadable(reading, reading.summary.dates === 'creation and configured' && reading.ranged.date !== 'created');

/** The column list that all parts share. */
function columnsOf({ summary }: SummaryReading, from: string, at = summary.unit === 'day' ? 'day' : 'start'): Piece {
  const { keys, sums } = summary.rows;
  const names = [...keys.filter((key) => key !== 'date_type' && key !== 'day'), ...sums];
  return sql.raw([`${from}.${at}::timestamp as at`, ...names.map((name) => `${from}.${name}`)].join(', '));
}

/** Rows computed from facts. */
function counted(reading: SummaryReading, where: Piece): Piece {
  const { summary, ranged, excluded } = reading;
  const isCounted = excluded && noneOf(sql.id('status'), excluded, sql`status <> all(${excluded}::text[])`);
  const all = isCounted ? sql`${isCounted} and ${where}` : where;
  return sql`select ${columnsOf(reading, 'c')} from (${summary.rows.count(ranged.date, all)}) c`;
}

/** The marked days as an array that is read once: a look-up of the mark of each row took longer than reading the row. */
export const markedDays = (dateType: number): Piece =>
  sql`select m.day from dirty_day m where m.date_type = ${sql.lit(dateType)}`;

/** Predicate of facts in whole days. */
const daysIn = ({ ranged }: SummaryReading, first: Piece, last: Piece): Piece =>
  sql`${dayColumn(ranged.date)} between ${first} and ${last}`;

/** Predicate of facts in a partial day; facts other than orders take the time from their order. */
function momentsIn(reading: SummaryReading, { first, last }: Span): Piece {
  const at = sql.raw(`${reading.ranged.date}_at`);
  const within = sql`${at} between ${first}::timestamp and ${last}::timestamp`;
  return reading.summary.rows.table === 'order_day'
    ? within
    : sql`order_id = any(array(select order_id from order_fact where ${within}))`;
}

function dayArms(reading: SummaryReading, { days }: DividedRange): Arms {
  if (!days) return { before: sql``, parts: [] };
  const first = sql`${days.first}::date`;
  const last = sql`${days.last}::date`;
  const isReadable = readable(reading);
  const marked = sql`m.date_type = ${type(reading)} and m.day`;
  return {
    before: sql``,
    parts: [
      ...keptArms(reading, days),
      sql`select c.* from (
          select distinct m.day from dirty_day m where ${marked} between ${first} and ${last} and ${isReadable}
        ) d cross join lateral (${counted(reading, daysIn(reading, sql.raw('d.day'), sql.raw('d.day')))}) c`,
      sql`select c.* from (${counted(reading, daysIn(reading, first, last))}) c where not ${isReadable}`,
    ],
  };
}

/** Days, months where they are fine enough, and pending rows: together they are what the facts are in this snapshot. */
function pendingArms(reading: SummaryReading, { days }: DividedRange, pending: string): Arms {
  if (!days) return { before: sql``, parts: [] };
  const { rows } = reading.summary;
  const months = isByMonth(reading) && 'months' in rows ? rows.months : undefined;
  const { whole, edges } = months ? monthsIn(days) : { whole: undefined, edges: [days] };
  const from = (table: string, start: string, { first, last }: Span): Piece => sql`
    select ${columnsOf(reading, 's', start)} from ${sql.raw(table)} s
    where s.date_type = ${type(reading)} and s.${sql.raw(start)} between ${first}::date and ${last}::date`;
  const parts = [
    ...edges.map((edge) => from(rows.table, 'day', edge)),
    ...(months && whole ? [from(months, 'start', whole)] : []),
    from(pending, 'day', days),
  ];
  return { before: sql``, parts: reading.countsKeys ? [addedUp(reading, parts)] : parts };
}

/** One row for each key, without those that have become zeros. */
function addedUp({ summary }: SummaryReading, parts: readonly Piece[]): Piece {
  const keys = summary.rows.keys.filter((key) => key !== 'date_type' && key !== 'day').join(', ');
  const sums = summary.rows.sums.map((name) => `sum(${name}) as ${name}`).join(', ');
  return sql`select at, ${sql.raw(keys)}, ${sql.raw(sums)} from (${sql.join(parts, sql` union all `)}) r
    group by at, ${sql.raw(keys)} having sum(entries) <> 0`;
}

/** Whether months are fine enough for the groups. */
const isByMonth = ({ interval = 'month' }: SummaryReading): boolean => interval !== 'day' && interval !== 'week';

/** Roll-ups of unmarked days: by month if that is fine enough and the month is unmarked, by day otherwise. */
function keptArms(reading: SummaryReading, days: Span): readonly Piece[] {
  const { ranged, summary } = reading;
  const months = isByMonth(reading) && 'months' in summary.rows ? summary.rows.months : undefined;
  const { whole, edges } = months ? monthsIn(days) : { whole: undefined, edges: [days] };
  const columns = columnsOf(reading, 's');
  const rows = sql`${sql.raw(summary.rows.table)} s`;
  const isReadable = readable(reading);
  const isOfDays = sql`s.date_type = ${type(reading)} and s.day not in (${markedDays(dateTypes[ranged.date])})`;
  const parts = edges.map(
    ({ first, last }) => sql`select ${columns} from ${rows}
      where ${isReadable} and s.day between ${first}::date and ${last}::date and ${isOfDays}`,
  );
  if (!months || !whole) return parts;
  const marked = sql`select date_trunc('month', m.day::timestamp)::date as start from dirty_day m
    where m.date_type = ${type(reading)} and m.day between ${whole.first}::date and ${endOfInterval(whole.last, 'month')}::date`;
  return [
    ...parts,
    sql`select ${columns} from (select start as day, m.* from ${sql.raw(months)} m) s
      where ${isReadable} and s.date_type = ${type(reading)} and s.day between ${whole.first}::date and ${whole.last}::date
        and s.day not in (${marked})`,
    sql`select ${columns} from (select distinct start from (${marked}) m) d
      join ${rows} on s.day between d.start and (d.start + interval '1 month')::date - 1 and ${isOfDays} where ${isReadable}`,
  ];
}

/** The longest fresh periods of month, quarter and year; stale months and days at the ends are computed from facts. */
function monthArms(reading: SummaryReading, { days }: DividedRange): Arms {
  if (!days) return { before: sql``, parts: [] };
  const { ranged } = reading;
  const { whole, edges } = monthsIn(days);
  const parts = edges.map(({ first, last }) =>
    counted(reading, daysIn(reading, sql`${first}::date`, sql`${last}::date`)),
  );
  if (!whole) return { before: sql``, parts };
  const at = sql.raw(`${ranged.date}_at`);
  const month = sql`
    with month as materialized (
      select start, is_clean, count(*) filter (where is_clean) over (partition by date_trunc('quarter', start)) = 3 as is_in_quarter,
        count(*) filter (where is_clean) over (partition by date_trunc('year', start)) = 12 as is_in_year
      from (
        select start, ${readable(reading)} and not exists (
          select from dirty_day m where m.date_type = ${type(reading)} and m.day >= start and m.day < start + interval '1 month'
        ) as is_clean
        from generate_series(
          (select greatest(date_trunc('month', least), ${whole.first}::timestamp) from (select min(${at}) as least from order_fact) f
            where least is not null),
          least(${whole.last}::timestamp, (select max(${at}) from order_fact)), interval '1 month') start
      ) each_month
    ) `;
  return { before: month, parts: [...monthParts(reading), ...parts] };
}

/** The longest level that fits into an interval of the groups. */
const longestOf = ({ interval = 'year' }: SummaryReading): { readonly level: Piece; readonly unit: Piece } => {
  const isYear = interval === 'year' ? 'is_in_year' : 'false';
  const isQuarter = interval === 'month' ? 'false' : 'is_in_quarter';
  return {
    level: sql.raw(`case when ${isYear} then 4 when ${isQuarter} then 3 else 2 end`),
    unit: sql.raw(`case when ${isYear} then 'year' when ${isQuarter} then 'quarter' else 'month' end`),
  };
};

function monthParts(reading: SummaryReading): readonly Piece[] {
  const { table } = reading.summary.rows;
  const { level, unit } = longestOf(reading);
  const last = sql.raw(`(m.start + interval '1 month')::date - 1`);
  return [
    sql`select ${columnsOf(reading, 's')} from (
        select distinct ${level} as level, date_trunc(${unit}, start)::date as start from month where is_clean
      ) p cross join lateral (
        select * from ${sql.raw(table)} l where l.date_type = ${type(reading)} and l.level = p.level and l.start = p.start offset 0
      ) s`,
    sql`select c.* from (select start from month where not is_clean) m
      cross join lateral (${counted(reading, daysIn(reading, sql.raw('m.start::date'), last))}) c`,
  ];
}
