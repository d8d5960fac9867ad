import { UNIT } from '../kernel/numbers/decimal.ts';
import { aggregateOf } from './measures.ts';
import { type Aggregate, type Condition, checkCondition, checkFilter, type Filter } from './plan.ts';
import { relationOf } from './relations.ts';
import { COUNTED_DATE, checkColumn } from './report.ts';
import type { ReportRow } from './report-ports.ts';
import type { TableName } from './tables.ts';

/**
 * Formula of a published measure over measures of the table of the report by name; `coupon.coupons` is one of rows of another
 * table that belong to them.
 */
export type Formula =
  /** Sum of the measures. */
  | { readonly sum: readonly string[] }
  /** Negated sum of the measures. */
  | { readonly opposite: readonly string[] }
  /** 0 for a divisor of 0. */
  | { readonly ratio: readonly [of: string, per: string] };

/** A published measure. */
export interface Measure {
  /** Amounts are measured in ten-thousandths and published in currency units. */
  readonly kind: 'count' | 'amount';
  readonly formula: Formula;
  /** Omitted from intervals. */
  readonly isTotalsOnly?: true;
  /** Always present in the totals, even if not requested. */
  readonly isAlwaysTotal?: true;
}

/** A published measure with its description. */
export interface DescribedMeasure extends Measure {
  /** Name on screens and in printed tables. */
  readonly label: string;
  readonly meaning: string;
  /** The direction that is an improvement; `up` by default. */
  readonly better?: 'up' | 'down' | 'neither';
}

/** A published measure of the current data, which has no intervals. */
export interface CurrentMeasure extends Pick<DescribedMeasure, 'label' | 'meaning' | 'better'> {
  readonly unit: 'money' | 'count' | 'average';
}

/** Measures of segments over one table. */
export interface SegmentPart {
  readonly over: TableName;
  /** References to join: a row is repeated per referenced row, and kept once if there is none. */
  readonly each?: readonly string[];
  /** Column of the segment id. */
  readonly key: string;
  /** Measures of the table that formulas use. */
  readonly counted: readonly string[];
  /** Reference to the report's rows; that of the report by default. */
  readonly back?: string;
  /** Column restricted to the values of a parameter. */
  readonly among?: { readonly column: string; readonly parameter: string };
}

/** Source of the segments; segments without rows are included. */
export type SegmentNames =
  | { readonly fixed: readonly { readonly id: number; readonly label: string }[] }
  | {
      readonly from: TableName;
      readonly columns: readonly string[];
      readonly where?: Condition;
      /** Parameters that restrict the segments by id, and the columns matched against them. */
      readonly selectedBy?: { readonly parameters: readonly string[]; readonly columns: readonly string[] };
      readonly labelOf: (row: ReportRow, ids: readonly number[]) => { readonly id: number; readonly label: string };
    };

/** A segmentation of a report. */
export interface Segment {
  readonly parts: readonly SegmentPart[];
  readonly measures: Readonly<Record<string, Measure>>;
  readonly names: SegmentNames;
  /** Requires exactly one value among these parameters. */
  readonly needsOneOf?: readonly string[];
}

/** A stats report: totals, and the same measures per interval. */
export interface StatsReport {
  /** Path segment: `orders/stats`. */
  readonly slug: string;
  readonly summary: string;
  readonly from: TableName;
  /** Date column; the counted date by default. */
  readonly date?: string;
  /** Column of the order status. */
  readonly status?: string;
  /** Reference from other tables to the report's rows. */
  readonly back: string;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly countsUnless?: readonly string[];
  /** `apart`: parameters always joined by "and"; `together`: exclusion parameters, joined among themselves by "and". */
  readonly apart?: readonly string[];
  readonly together?: readonly string[];
  /** Condition on every row unless one of the parameters is given. */
  readonly unless?: { readonly where: Condition; readonly parameters: readonly string[] };
  readonly measures: Readonly<Record<string, DescribedMeasure>>;
  /** Measures by sort name; `date` sorts by time, `nothing` treats all intervals as equal. */
  readonly sorts: Readonly<Record<string, string>>;
  /** Segmentations by name; undefined if there are none. */
  readonly segments?: Readonly<Record<string, Segment>>;
}

/**
 * Declares a stats report; an invalid declaration fails when the module is loaded.
 * @throws TypeError
 */
export function defineStats<const R extends StatsReport>(given: R): R {
  const report: StatsReport = given;
  const relation = relationOf(report, {});
  checkColumn(relation, report.date ?? COUNTED_DATE);
  for (const filter of Object.values(report.filters)) checkFilter(relation, filter);
  if (report.unless) checkCondition(relation, report.unless.where);
  const strange = Object.values(report.sorts).filter(
    (by) => by !== 'date' && by !== 'nothing' && !Object.hasOwn(report.measures, by),
  );
  for (const name of countedNames(report)) countedBy(report, name);
  const unknown = [...strange];
  for (const segment of Object.values(report.segments ?? {})) {
    for (const part of segment.parts) {
      const rows = relationOf({ from: part.over, ...(part.each && { each: part.each }) }, {});
      rows.kindOf(part.key);
      for (const name of part.counted) aggregateOf(part.over, name);
    }
    const counted = segment.parts.flatMap((part) => part.counted);
    unknown.push(...unknownIn(segment.measures, counted));
  }
  if (unknown.length > 0) throw new TypeError(`${report.slug} does not know ${unknown.join(', ')}.`);
  return given;
}

const unknownIn = (measures: Readonly<Record<string, Measure>>, counted: readonly string[]): string[] =>
  Object.values(measures).flatMap(({ formula }) => namesIn(formula).filter((name) => !counted.includes(name)));

/** Aggregates used by a formula. */
export function namesIn(formula: Formula): readonly string[] {
  if ('sum' in formula) return formula.sum;
  return 'ratio' in formula ? formula.ratio : formula.opposite;
}

/** Names that the formulas of a report use. */
const countedNames = ({ measures }: StatsReport): readonly string[] =>
  Object.values(measures).flatMap(({ formula }) => namesIn(formula));

/** A measure of a table. */
export interface Counted {
  readonly over: TableName;
  readonly measure: string;
  readonly aggregate: Aggregate;
}

/** What a name in a formula of a report stands for. */
export function countedBy({ from }: Pick<StatsReport, 'from'>, name: string): Counted {
  const [over, measure] = name.includes('.') ? (name.split('.') as [TableName, string]) : ([from, name] as const);
  return { over, measure, aggregate: aggregateOf(over, measure) };
}

/** The tables over which a report counts. */
export const countedTables = (report: StatsReport): readonly TableName[] => [
  ...new Set(countedNames(report).map((name) => countedBy(report, name).over)),
];

/** Numbers of a table by their names in formulas. */
export const namedNumbers = <V>({ from }: StatsReport, over: TableName, row: Readonly<Record<string, V>>) =>
  over === from ? row : Object.fromEntries(Object.entries(row).map(([name, value]) => [`${over}.${name}`, value]));

/** Evaluates a measure; missing aggregates are 0. */
export function publishedValue({ kind, formula }: Measure, counted: Readonly<Record<string, number>>): number {
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
