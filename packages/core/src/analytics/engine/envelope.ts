import type { ReportAnswer, ReportRow } from '../report-ports.ts';
import { publishedValue, type StatsReport } from '../stats.ts';
import type { TableName } from '../tables.ts';
import type { Bucket } from './buckets.ts';
import { planName, type StatsPlan } from './plan-stats.ts';
import { pageByValue, pageInTime } from './ranking.ts';

/** Published numbers by their names. */
export type Metrics = Readonly<Record<string, number>>;

/** One interval with its numbers. */
export interface StatsInterval extends Bucket {
  readonly subtotals: Metrics;
}

/** What a report that adds up says (analytics.md, 1). */
export interface StatsEnvelope {
  readonly totals: Metrics;
  /** One page of them; those in which nothing happened are there with zeros. */
  readonly intervals: readonly StatsInterval[];
  /** How many intervals the range has. */
  readonly total: number;
}

/** Puts what was counted into the published form. */
export function envelopeOf(report: StatsReport, plan: StatsPlan, answer: ReportAnswer): StatsEnvelope {
  const { buckets, cut, metrics, sortedBy } = plan;
  const tables = [...new Set(Object.values(report.counted).map(({ over }) => over))];
  const totals: CountedNumbers = Object.assign({}, ...tables.map((over) => answer[planName('totals', over)]?.[0]));
  const counted = countedByIndex(plan, answer, tables);
  const shownInTotals = Object.keys(report.metrics).filter(
    (name) => metrics.includes(name) || report.metrics[name]?.isAlwaysTotal,
  );
  const shownInIntervals = metrics.filter((name) => !report.metrics[name]?.isTotalsOnly);
  const indexes =
    sortedBy === undefined
      ? pageInTime(buckets.count, cut)
      : pageByValue(buckets.count, valuesOf(report, sortedBy, counted), cut);
  return {
    totals: told(report, shownInTotals, totals),
    intervals: indexes.map((index) => ({
      ...buckets.at(index),
      subtotals: told(report, shownInIntervals, counted.get(index) ?? {}),
    })),
    total: buckets.count,
  };
}

type CountedNumbers = Readonly<Record<string, number>>;

function told({ metrics }: StatsReport, names: readonly string[], counted: CountedNumbers): Metrics {
  return Object.fromEntries(
    names.flatMap((name) => (metrics[name] ? [[name, publishedValue(metrics[name], counted)] as const] : [])),
  );
}

/** What was counted of each interval, over whatever tables. */
function countedByIndex(
  { buckets }: StatsPlan,
  answer: ReportAnswer,
  tables: readonly TableName[],
): ReadonlyMap<number, CountedNumbers> {
  const counted = new Map<number, Record<string, number>>();
  for (const row of tables.flatMap((over): readonly ReportRow[] => answer[planName('intervals', over)] ?? [])) {
    const { interval, ...numbers } = row;
    const index = typeof interval === 'string' ? buckets.indexOf(interval) : undefined;
    if (index !== undefined) counted.set(index, Object.assign(counted.get(index) ?? {}, numbers));
  }
  return counted;
}

function valuesOf(
  { metrics }: StatsReport,
  name: string,
  counted: ReadonlyMap<number, CountedNumbers>,
): ReadonlyMap<number, number> {
  const metric = metrics[name];
  return new Map([...counted].map(([index, numbers]) => [index, metric ? publishedValue(metric, numbers) : 0]));
}
