import { couponsStats } from '../reports/coupons.ts';
import { customerMeasures } from '../reports/customers.ts';
import { downloadsStats } from '../reports/downloads.ts';
import { ordersStats, revenueStats } from '../reports/order-stats.ts';
import { productsStats } from '../reports/products.ts';
import { stockMeasures } from '../reports/stock.ts';
import { taxesStats } from '../reports/taxes.ts';
import { variationsStats } from '../reports/variations.ts';
import { type CurrentMeasure, namesIn, type StatsReport, type ToldMetric } from '../stats.ts';
import type { PrintedKind } from './column.ts';

/** All stats reports. */
export const everyStatsReport: readonly StatsReport[] = [
  ...[revenueStats, ordersStats, productsStats, variationsStats, couponsStats, taxesStats, downloadsStats],
];

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

/** Stats on current data, whose measures are not counted by intervals. */
const others: Readonly<Record<string, Readonly<Record<string, CurrentMeasure>>>> = {
  'stock/stats': stockMeasures,
  'customers/stats': customerMeasures,
};

/** Measures of a stats report in published order; undefined for other reports. */
export function publishedMeasures(slug: string): readonly PublishedMeasure[] | undefined {
  const report = everyStatsReport.find((each) => each.slug === slug);
  if (report) return Object.entries(report.metrics).map(([name, metric]) => measureOf(report, name, metric));
  const current = Object.hasOwn(others, slug) ? others[slug] : undefined;
  return current && Object.entries(current).map(([name, { unit, ...told }]) => published(name, told, { unit }));
}

function measureOf(report: StatsReport, name: string, metric: ToldMetric): PublishedMeasure {
  const isRatio = 'ratio' in metric.formula;
  const unit = metric.kind === 'amount' ? 'money' : isRatio ? 'average' : 'count';
  const counted = namesIn(metric.formula).map((each) => report.counted[each]?.measure.op);
  const addsUp = !isRatio && counted.every((op) => op === 'sum' || op === 'count');
  return published(name, metric, { unit, addsUp, isTotalsOnly: metric.isTotalsOnly ?? false });
}

const published = (
  name: string,
  { label, meaning, better = 'up' }: Pick<ToldMetric, 'label' | 'meaning' | 'better'>,
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
