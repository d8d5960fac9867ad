import type { Report } from '../definition.ts';
import { everyReport } from '../reports/all.ts';
import { type CurrentMeasure, countedBy, type DescribedMeasure, namesIn, type StatsReport } from '../stats.ts';
import type { PrintedKind } from './column.ts';

/** Totals of all reports. */
const everyTotals = everyReport.map(({ stats }: Report) => stats);

/** All stats reports. */
export const everyStatsReport: readonly StatsReport[] = everyTotals.flatMap((each) =>
  'declared' in each ? [each.declared] : [],
);

/** A measure of a report, as it is published and printed. */
export interface PublishedMeasure {
  readonly name: string;
  readonly label: string;
  readonly unit: CurrentMeasure['unit'];
  /** The direction that is an improvement; null if neither is. */
  readonly better: 'up' | 'down' | null;
  /** Whether the values of parts of a range add up to that of the range. */
  readonly addsUp: boolean;
  /** Omitted from intervals. */
  readonly isTotalsOnly: boolean;
  readonly meaning: string;
}

/** Measures of a stats report in published order; undefined for other reports. */
export function publishedMeasures(slug: string): readonly PublishedMeasure[] | undefined {
  const report = everyStatsReport.find((each) => each.slug === slug);
  if (report) return Object.entries(report.measures).map(([name, measure]) => measureOf(report, name, measure));
  const current = everyTotals.find((each) => each.slug === slug && 'measures' in each);
  if (!current || !('measures' in current)) return undefined;
  return Object.entries(current.measures).map(([name, { unit, ...texts }]) => published(name, texts, { unit }));
}

function measureOf(report: StatsReport, name: string, measure: DescribedMeasure): PublishedMeasure {
  const isRatio = 'ratio' in measure.formula;
  const unit = measure.kind === 'amount' ? 'money' : isRatio ? 'average' : 'count';
  const counted = namesIn(measure.formula).map((each) => countedBy(report, each).aggregate.op);
  const addsUp = !isRatio && counted.every((op) => op === 'sum' || op === 'count');
  return published(name, measure, { unit, addsUp, isTotalsOnly: measure.isTotalsOnly ?? false });
}

const published = (
  name: string,
  { label, meaning, better = 'up' }: Pick<DescribedMeasure, 'label' | 'meaning' | 'better'>,
  { addsUp = false, isTotalsOnly = false, unit }: Partial<PublishedMeasure> & Pick<PublishedMeasure, 'unit'>,
): PublishedMeasure => ({
  name,
  label,
  unit,
  better: better === 'neither' ? null : better,
  addsUp,
  isTotalsOnly,
  meaning,
});

/** A measure of a stats report, for display. */
export interface PrintedNumber {
  readonly name: string;
  readonly header: string;
  readonly kind: PrintedKind;
}

const kinds = { money: 'amount', count: 'count', average: 'average' } as const;

/** The same as columns. */
export const printedNumbers = (slug: string): readonly PrintedNumber[] | undefined =>
  publishedMeasures(slug)?.map(({ name, label, unit }) => ({ name, header: label, kind: kinds[unit] }));
