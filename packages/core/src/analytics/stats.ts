import { UNIT } from '../kernel/decimal.ts';
import { checkCondition, checkMeasure } from './check-plan.ts';
import { checkFilter, type Filter } from './filters.ts';
import type { Condition, Measure } from './plan.ts';
import { relationOf } from './relations.ts';
import { COUNTED_DATE, checkColumn } from './report.ts';
import type { ReportRow } from './report-ports.ts';
import type { TableName } from './tables.ts';

/** A number that the facts are asked for: of the rows of the report, or of the rows of another table that belong to them. */
export interface Counted {
  readonly over: TableName;
  readonly measure: Measure;
}

/** What a published number is made of: numbers that were counted, by name. */
export type Formula =
  /** All of them together. */
  | { readonly sum: readonly string[] }
  /** All of them together, told with the other sign. */
  | { readonly opposite: readonly string[] }
  /** Nothing where there is nothing to divide by. */
  | { readonly ratio: readonly [of: string, per: string] };

/** One published number. */
export interface Metric {
  /** Amounts are counted in ten-thousandths and told in the currency's unit. */
  readonly kind: 'count' | 'amount';
  readonly formula: Formula;
  /** Not told of single intervals. */
  readonly isTotalsOnly?: true;
  /** Told in the totals even where other metrics are asked for. */
  readonly isAlwaysTotal?: true;
}

/** One published number of a whole report, with what it means in words for whoever reads it. */
export interface ToldMetric extends Metric {
  readonly meaning: string;
}

/** Numbers of parts of the rows: over which table, and by what they are told apart. */
export interface SegmentPart {
  readonly over: TableName;
  /** References of which every row is taken with each row that belongs to it. */
  readonly each?: readonly string[];
  /** The column that has the id of the segment. */
  readonly key: string;
  readonly counted: Readonly<Record<string, Measure>>;
  /** How its rows lead to those of the report; as the report says unless given. */
  readonly back?: string;
  /** A column that must also be among what a parameter has. */
  readonly among?: { readonly column: string; readonly parameter: string };
}

/** The parts that numbers can be told of, whether anything happened to them or not. */
export type SegmentNames =
  | { readonly fixed: readonly { readonly id: number; readonly label: string }[] }
  | {
      readonly from: TableName;
      readonly columns: readonly string[];
      readonly where?: Condition;
      /** Parameters whose values are the ids of those that are wanted, and in which columns they are looked for. */
      readonly wanted?: { readonly parameters: readonly string[]; readonly columns: readonly string[] };
      readonly tell: (row: ReportRow, wanted: readonly number[]) => { readonly id: number; readonly label: string };
    };

/** A way to divide the rows of a report into parts. */
export interface Segment {
  readonly parts: readonly SegmentPart[];
  readonly metrics: Readonly<Record<string, Metric>>;
  readonly names: SegmentNames;
  /** Makes sense only where these parameters have exactly one value together. */
  readonly needsOneOf?: readonly string[];
}

/** A report that adds up: totals, and the same for every interval. */
export interface StatsReport {
  /** As in the address: `orders/stats`. */
  readonly slug: string;
  readonly summary: string;
  readonly from: TableName;
  /** The column that says when; the counted date unless given. */
  readonly date?: string;
  /** The column of the statuses that count or do not. */
  readonly status?: string;
  /** How rows of other tables lead back to its rows. */
  readonly back: string;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly countsUnless?: readonly string[];
  /** Parameters that must all hold, however the others are joined; and those that are joined by and among themselves. */
  readonly apart?: readonly string[];
  readonly together?: readonly string[];
  /** Holds for every row unless one of the parameters is given. */
  readonly unless?: { readonly where: Condition; readonly parameters: readonly string[] };
  readonly counted: Readonly<Record<string, Counted>>;
  readonly metrics: Readonly<Record<string, ToldMetric>>;
  /** The metric behind each name that callers sort by; `date` is time, `nothing` leaves all of them equal. */
  readonly sorts: Readonly<Record<string, string>>;
  /** The ways to divide it; undefined where it is never divided. */
  readonly segments?: Readonly<Record<string, Segment>>;
}

/**
 * Declares a report, and fails when the module is loaded where it mentions what there is not.
 * @throws TypeError
 */
export function defineStats<const R extends StatsReport>(given: R): R {
  const report: StatsReport = given;
  const relation = relationOf(report, {});
  checkColumn(relation, report.date ?? COUNTED_DATE);
  for (const filter of Object.values(report.filters)) checkFilter(relation, filter);
  if (report.unless) checkCondition(relation, report.unless.where);
  for (const { over, measure } of Object.values(report.counted)) checkMeasure(relationOf({ from: over }, {}), measure);
  const strange = Object.values(report.sorts).filter(
    (by) => by !== 'date' && by !== 'nothing' && !Object.hasOwn(report.metrics, by),
  );
  const unknown = [...unknownIn(report.metrics, Object.keys(report.counted)), ...strange];
  for (const segment of Object.values(report.segments ?? {})) {
    for (const part of segment.parts) {
      const rows = relationOf({ from: part.over, ...(part.each && { each: part.each }) }, {});
      rows.kindOf(part.key);
      for (const measure of Object.values(part.counted)) checkMeasure(rows, measure);
    }
    const counted = segment.parts.flatMap((part) => Object.keys(part.counted));
    unknown.push(...unknownIn(segment.metrics, counted));
  }
  if (unknown.length > 0) throw new TypeError(`${report.slug} does not know ${unknown.join(', ')}.`);
  return given;
}

const unknownIn = (metrics: Readonly<Record<string, Metric>>, counted: readonly string[]): string[] =>
  Object.values(metrics).flatMap(({ formula }) => namesIn(formula).filter((name) => !counted.includes(name)));

/** The counted numbers behind a formula. */
export function namesIn(formula: Formula): readonly string[] {
  if ('sum' in formula) return formula.sum;
  return 'ratio' in formula ? formula.ratio : formula.opposite;
}

/** The published number, from counted ones; what was not counted is nothing. */
export function publishedValue({ kind, formula }: Metric, counted: Readonly<Record<string, number>>): number {
  const number = (name: string): number => counted[name] ?? 0;
  const unit = kind === 'amount' ? UNIT : 1;
  const together = (names: readonly string[]): number => {
    let sum = 0;
    for (const name of names) sum += number(name);
    return sum / unit;
  };
  if ('sum' in formula) return together(formula.sum);
  if ('opposite' in formula) return -together(formula.opposite) || 0;
  const [of, per] = formula.ratio;
  return number(per) === 0 ? 0 : number(of) / unit / number(per);
}
