import { sql } from 'kysely';
import { divide, type MonthsAround, monthsAround, monthsIn, type Ranged, type Span, yearsIn } from '../plan-range.ts';
import type { Piece } from '../report-scope.ts';
import { AT } from '../shared/paired-plans.ts';
import type { LevelParts, LevelReading, LevelSpan } from './level-parts.ts';
import type { SummaryFit } from './summary-fit.ts';

interface SummaryReading extends Omit<SummaryFit, 'where' | 'measures'> {
  readonly levels: LevelParts;
  readonly ranged: Ranged;
  /** The interval of the groups, if they have one. */
  readonly interval: string | undefined;
  /** The keys and sums to be read. */
  readonly names: readonly string[];
  /** SQL of further sums. */
  readonly values: readonly string[];
  /** Another range, whose rows are read along, and the start of the interval of each row. */
  readonly along: { readonly ranged: Ranged; readonly at: Piece } | undefined;
  /** What is left of rows if a measure counts keys, which rows that cancel each other must not have. */
  readonly counted: CountedKeys | undefined;
}

interface CountedKeys {
  /** The keys and sums that are left. */
  readonly names: readonly string[];
  /** Condition on the rows; undefined for all. */
  readonly where: Piece | undefined;
}

/** Rows of a roll-up with the alias `t`; their period begins at `start`. */
export interface SummaryRows {
  readonly from: Piece;
  /** Columns of the further sums. */
  readonly values: readonly string[];
}

/**
 * The rows of a range in the form of a roll-up, with those pending; from facts where it has none. All are read in one
 * statement, so each fact is counted exactly once.
 */
export function summaryRows(reading: SummaryReading): SummaryRows {
  const { levels, summary, ranged, excluded, names, part, counted, along } = reading;
  const columns = part ? [...names, part.key] : names;
  const shared = {
    isByHour: reading.interval === 'hour',
    rows: summary.rows,
    date: ranged.date,
    excluded,
    columns,
    values: reading.values,
  };
  const { name: own, values } = levels.read({ ...shared, ...spansOf(reading) });
  const name = along ? levels.both(wholeOf(levels, shared, { ...reading, ...along }), own, along.at) : own;
  const join = sql.raw(summary.join ?? '');
  const carrying = part && sql`${sql.raw(part.key)} = ${part.id}::bigint`;
  if (counted) {
    const conditions = [carrying, counted.where].flatMap((each) => each ?? []);
    const where = conditions.length === 0 ? sql`` : sql` where ${sql.join(conditions, sql` and `)}`;
    const rows = addedUp(reading, { ...counted, values, from: sql`${sql.raw(name)} t${where}` });
    return { from: sql`(${rows}) t ${join}`, values };
  }
  return {
    from: sql`${carrying ? sql`(select * from ${sql.raw(name)} where ${carrying})` : sql.raw(name)} t ${join}`,
    values,
  };
}

/** The CTE of the range that is read along, which has no intervals. */
const wholeOf = (
  levels: LevelParts,
  shared: Omit<LevelReading, 'spans' | 'edges' | 'off'>,
  reading: SummaryReading,
): string => levels.read({ ...shared, isByHour: false, ...spansOf({ ...reading, interval: undefined }) }).name;

/**
 * The levels to read, and the facts at the edges: partial days, and days where the roll-up has only months. Levels and pending rows
 * together are what the facts are in this snapshot.
 */
function spansOf({
  summary,
  ranged,
  interval = 'year',
}: SummaryReading): Pick<LevelReading, 'spans' | 'edges' | 'off'> {
  const { days, cuts } = interval === 'hour' ? { days: undefined, cuts: [momentsOf(ranged)] } : divide(ranged);
  const partial = cuts.map((cut) => ({ ...cut, column: `${ranged.date}_at` }));
  if (!days) return { spans: [], edges: partial, off: [] };
  const { whole, edges, off } = periodsOf(summary, { days, cuts }, interval);
  const { years, months } =
    whole && interval === 'year' ? yearsIn(whole) : { years: undefined, months: whole ? [whole] : [] };
  const ofYears: readonly LevelSpan[] = years ? [['year', years]] : [];
  const wholes = [...ofYears, ...months.map((span) => ['month', span] as const)];
  if (summary.unit === 'day') {
    const ofDays = edges.map((edge) => ['day', edge] as const);
    return { spans: [...ofDays, ...wholes, ['pending', days]], edges: partial, off: [] };
  }
  const ofFacts = (spans: readonly Span[]) => spans.map((span) => ({ ...span, column: `${ranged.date}_day` }));
  return {
    spans: whole ? [...wholes, ['pending', whole]] : [],
    edges: [...ofFacts(edges), ...partial],
    off: ofFacts(off),
  };
}

function periodsOf(
  { unit }: SummaryReading['summary'],
  range: Parameters<typeof monthsAround>[0],
  interval: string,
): MonthsAround {
  if (['day', 'week'].includes(interval)) return { whole: undefined, edges: [range.days], off: [] };
  return unit === 'day' ? { ...monthsIn(range.days), off: [] } : monthsAround(range);
}

const momentsOf = ({ after, before }: Ranged): Span => ({ first: after, last: before });

interface AddedUp {
  readonly names: readonly string[];
  readonly values: readonly string[];
  readonly from: Piece;
}

/** One row for each key, without those that have become zeros: rows that cancel each other are of one period. */
function addedUp({ summary, interval, along }: SummaryReading, { names, values, from }: AddedUp): Piece {
  const sums = [...names.filter((name) => summary.rows.sums.includes(name)), ...values];
  const keys = names.filter((name) => !sums.includes(name));
  const weight = (summary.weight ?? 't.entries').replaceAll('t.', '');
  const ofSums = sums.map((name) => `sum(${name}) as ${name}`);
  const periods = along ? [AT] : startOf(interval);
  const columns = [...periods, ...keys, ...ofSums];
  const groups = periods.length === 0 ? keys : ['1', ...keys];
  return sql`select ${sql.raw(columns.join(', '))} from ${from}
    group by ${sql.raw(groups.join(', '))} having sum(${sql.raw(weight)}) <> 0`;
}

/** The column of the period that begins an interval; none for a whole range. */
function startOf(interval: string | undefined): readonly string[] {
  if (interval === undefined) return [];
  return [['day', 'week'].includes(interval) ? 'start' : `date_trunc('${interval}', start::timestamp) as start`];
}
