import { UNIT } from '../kernel/decimal.ts';
import { checkCondition, type Measure } from './plan.ts';
import type { Filter } from './report.ts';
import { kindOf, type TableName } from './tables.ts';

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

/** A report that adds up: totals, and the same for every interval. */
export interface StatsReport {
  /** As in the address: `orders/stats`. */
  readonly slug: string;
  readonly summary: string;
  readonly from: TableName;
  /** How rows of other tables lead back to its rows. */
  readonly back: string;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly countsUnless?: readonly string[];
  readonly counted: Readonly<Record<string, Counted>>;
  readonly metrics: Readonly<Record<string, Metric>>;
  /** The metric behind each name that callers sort by; `date` is time. */
  readonly sorts: Readonly<Record<string, string>>;
}

/**
 * Declares a report, and fails when the module is loaded where it mentions what there is not.
 * @throws TypeError
 */
export function defineStats<const R extends StatsReport>(report: R): R {
  for (const { over, measure } of Object.values(report.counted)) {
    if (measure.op !== 'count') kindOf(over, measure.of);
    if (measure.where) checkCondition(over, measure.where);
  }
  const unknown = Object.values(report.metrics).flatMap(({ formula }) =>
    namesIn(formula).filter((name) => !Object.hasOwn(report.counted, name)),
  );
  const strange = Object.entries(report.sorts).filter(
    ([name, by]) => name !== 'date' && !Object.hasOwn(report.metrics, by),
  );
  if (unknown.length + strange.length > 0)
    throw new TypeError(`${report.slug} does not know ${[...unknown, ...strange.flat()].join(', ')}.`);
  return report;
}

/** The counted numbers behind a formula. */
export function namesIn(formula: Formula): readonly string[] {
  if ('sum' in formula) return formula.sum;
  return 'ratio' in formula ? formula.ratio : formula.opposite;
}

/** The published number, from counted ones; what was not counted is nothing. */
export function publishedValue({ kind, formula }: Metric, counted: Readonly<Record<string, number>>): number {
  const number = (name: string): number => counted[name] ?? 0;
  const unit = kind === 'amount' ? UNIT : 1;
  const together = (names: readonly string[]): number => names.reduce((sum, name) => sum + number(name), 0) / unit;
  if ('sum' in formula) return together(formula.sum);
  if ('opposite' in formula) return -together(formula.opposite) || 0;
  const [of, per] = formula.ratio;
  return number(per) === 0 ? 0 : number(of) / unit / number(per);
}
