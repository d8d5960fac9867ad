import { sql } from 'kysely';
import { divide, type MonthsAround, monthsAround, monthsIn, type Ranged, type Span, yearsIn } from '../plan-range.ts';
import type { Piece } from '../report-scope.ts';
import { AT } from '../shared/paired-plans.ts';
import type { LevelParts, LevelReading, LevelSpan } from './level-parts.ts';
import type { SummaryFit } from './summary-fit.ts';
import { total } from './total.ts';

interface SummaryReading extends Omit<SummaryFit, 'where' | 'measures'> {
  readonly levels: LevelParts;
  readonly ranged: Ranged;
  /** The interval of the groups, if they have one. */
  readonly interval: string | undefined;
  /** The keys and sums to be read. */
  readonly names: readonly string[];
  /** SQL of further sums. */
  readonly values: readonly string[];
  /** Start of the interval of a row; undefined for a whole range. */
  readonly at: Piece | undefined;
  /** Another range, whose rows are read along. */
  readonly along: Ranged | undefined;
  /** The rows that are counted by their keys; undefined if no measure counts keys. */
  readonly counted: RowsByKey | undefined;
}

/** Rows added up by key, without those that have become zeros. */
interface RowsByKey {
  /** The keys and sums that they have. */
  readonly names: readonly string[];
  /** Condition on the rows before they are added up. */
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
  const { levels, summary, ranged, excluded, names, part, counted, at, along } = reading;
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
  const name = along && at ? levels.both(wholeOf(levels, shared, { ...reading, ranged: along }), own, at) : own;
  const join = sql.raw(summary.join ?? '');
  const carrying = part && sql`${sql.raw(part.key)} = ${part.id}::bigint`;
  const conditions = [carrying, counted?.where].flatMap((each) => each ?? []);
  const where = conditions.length === 0 ? sql`` : sql` where ${sql.join(conditions, sql` and `)}`;
  const from = sql`${sql.raw(name)} t${where}`;
  if (counted) return { from: sql`(${addedUp(reading, counted.names, { from, values })}) t ${join}`, values };
  return { from: sql`${carrying ? sql`(select * from ${from}) t` : from} ${join}`, values };
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

/** One row for each key, without those that have become zeros: rows that cancel each other are of one period. */
function addedUp(
  { summary, at, along }: SummaryReading,
  names: readonly string[],
  { from, values }: SummaryRows,
): Piece {
  const sums = [...names.filter((name) => summary.rows.sums.includes(name)), ...values];
  const keys = names.filter((name) => !sums.includes(name));
  const weight = (summary.weight ?? 't.entries').replaceAll('t.', '');
  const ofSums = sums.map((name) => `${total(name)} as ${name}`);
  const start = along ? sql.raw(AT) : at && sql`${at} as start`;
  const columns = sql.join([...(start ? [start] : []), ...[...keys, ...ofSums].map((column) => sql.raw(column))]);
  return sql`select ${columns} from ${from}
    group by ${sql.raw([...(start ? ['1'] : []), ...keys].join(', '))} having ${sql.raw(total(weight))} <> 0`;
}
