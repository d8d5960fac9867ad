import type { FactDate } from '../facts/chains.ts';
import type { Piece } from '../report-scope.ts';

/** What is read of the facts of a roll-up. */
export interface FactsReading {
  /** Number of the level of facts. */
  readonly level: number;
  readonly date: FactDate;
  /** Keys and sums. */
  readonly names: readonly string[];
  /** Predicate of the facts. */
  readonly where: Piece;
  /** -1 for those that are taken off; 1 for all by default. */
  readonly sign?: Piece | undefined;
}

/** A roll-up as reports read it. */
interface ReadTable {
  readonly table: string;
  readonly sums: readonly string[];
  /** Facts in the form of the roll-up, after their level and day; its sums are those of these rows. */
  facts(reading: FactsReading): Piece;
}

/** A roll-up by day with its months and years, all with `date_type`. */
export interface DayTable extends ReadTable {
  /** The roll-up by month, whose `start` is the first day of the month. */
  readonly months: string;
  /** The roll-up by year, whose `start` is the first day of the year. */
  readonly years: string;
  /** Rows that are not in these yet: they are read together, and none of these is stale. */
  readonly pending: string;
}

/** A roll-up by month and year, with `date_type`, `level` (2 for a month, 4 for a year) and `start`. */
export interface PeriodTable extends ReadTable {
  /** Rows that are not in months and years yet, by month. */
  readonly pending: {
    readonly table: string;
    start(date: FactDate): string;
    column(name: string): string;
  };
}

/** Columns by what they are of a row, those of these names. */
export const columnsOf = (all: Readonly<Record<string, string>>, names: readonly string[]): readonly string[] =>
  names.map((name) => all[name] ?? name);
