import { sql } from 'kysely';
import { divide, monthsIn, type Ranged, yearsIn } from '../plan-range.ts';
import type { Piece } from '../report-scope.ts';
import type { FactSpan, LevelParts, LevelSpan } from './level-parts.ts';
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
  /** Whether a measure counts keys, which rows that cancel each other must not have. */
  readonly countsKeys: boolean;
}

/** Rows of a roll-up with the alias `t`; their period begins at `start`. */
export interface SummaryRows {
  readonly from: Piece;
  readonly where: Piece;
  /** Columns of the further sums. */
  readonly values: readonly string[];
}

/**
 * The rows of a range in the form of a roll-up, with those pending; from facts where it has none. All are read in one
 * statement, so each fact is counted exactly once.
 */
export function summaryRows(reading: SummaryReading): SummaryRows {
  const { levels, summary, ranged, excluded, names, part, countsKeys } = reading;
  const columns = part ? [...names, part.key] : names;
  const shared = { rows: summary.rows, date: ranged.date, excluded, columns, values: reading.values };
  const { name, values } = levels.read({ ...shared, ...spansOf(reading) });
  const join = sql.raw(summary.join ?? '');
  const carrying = (alias: string): Piece =>
    part ? sql`${sql.raw(`${alias}${part.key}`)} = ${part.id}::bigint` : sql.lit(true);
  if (!countsKeys) return { from: sql`${sql.raw(name)} t ${join}`, where: carrying('t.'), values };
  const rows = addedUp(reading, values, sql`${sql.raw(name)} where ${carrying('')}`);
  return { from: sql`(${rows}) t ${join}`, where: sql.lit(true), values };
}

/**
 * The levels to read, and the facts at the edges: partial days, and days where the roll-up has only months. Levels and pending rows
 * together are what the facts are in this snapshot.
 */
function spansOf({ summary, ranged, interval = 'year' }: SummaryReading): {
  readonly spans: readonly LevelSpan[];
  readonly edges: readonly FactSpan[];
} {
  const { days, cuts } = divide(ranged);
  const partial = cuts.map((cut) => ({ ...cut, column: `${ranged.date}_at` }));
  if (!days) return { spans: [], edges: partial };
  const isByDay = ['day', 'week'].includes(interval);
  const { whole, edges } = isByDay ? { whole: undefined, edges: [days] } : monthsIn(days);
  const { years, months } =
    whole && interval === 'year' ? yearsIn(whole) : { years: undefined, months: whole ? [whole] : [] };
  const ofYears: readonly LevelSpan[] = years ? [['year', years]] : [];
  const wholes = [...ofYears, ...months.map((span) => ['month', span] as const)];
  if (summary.unit === 'day') {
    const ofDays = edges.map((edge) => ['day', edge] as const);
    return { spans: [...ofDays, ...wholes, ['pending', days]], edges: partial };
  }
  const all = [...edges.map((edge) => ({ ...edge, column: `${ranged.date}_day` })), ...partial];
  return { spans: whole ? [...wholes, ['pending', whole]] : [], edges: all };
}

/** One row for each key, without those that have become zeros: rows that cancel each other are of one period. */
function addedUp({ summary, names, interval = 'year' }: SummaryReading, values: readonly string[], rows: Piece): Piece {
  const sums = [...names.filter((name) => summary.rows.sums.includes(name)), ...values];
  const keys = names.filter((name) => !sums.includes(name));
  const weight = (summary.weight ?? 't.entries').replaceAll('t.', '');
  const period = ['day', 'week'].includes(interval) ? 'start' : `date_trunc('${interval}', start::timestamp)`;
  const columns = [`${period} as start`, ...keys, ...sums.map((name) => `sum(${name}) as ${name}`)];
  return sql`select ${sql.raw(columns.join(', '))} from ${rows}
    group by ${sql.raw(['1', ...keys].join(', '))} having sum(${sql.raw(weight)}) <> 0`;
}
