import type { ReportAnswer, ReportRow } from '../report-ports.ts';
import { type Metric, publishedValue, type StatsReport } from '../stats.ts';
import type { TableName } from '../tables.ts';
import type { Bucket, Buckets } from './buckets.ts';
import { segmentNames, segmentOf, segmentPlanName } from './plan-segments.ts';
import type { StatsPlan } from './plan-stats.ts';
import { pageByValue, pageInTime } from './ranking.ts';
import { planName } from './stats-parts.ts';

/** Published metrics by name. */
export type MetricValues = Readonly<Record<string, number>>;

/** Rows processed per step. */
const ROWS_OF_STEP = 2_000;

export interface StatsSegment {
  readonly id: number;
  readonly label: string;
  readonly subtotals: MetricValues;
}

export interface StatsInterval extends Bucket {
  readonly subtotals: MetricValues;
  readonly segments: readonly StatsSegment[];
}

/** Result of a stats report (docs/spec/analytics.md 1). */
export interface StatsEnvelope {
  readonly totals: MetricValues;
  readonly segments: readonly StatsSegment[];
  /** One page of intervals, including empty ones with zeros. */
  readonly intervals: readonly StatsInterval[];
  /** Number of intervals in the range. */
  readonly total: number;
}

/**
 * Builds the published result from the answer.
 * @throws DomainError `validation_failed` for too many segments
 */
export function envelopeOf(report: StatsReport, plan: StatsPlan, answer: ReportAnswer): StatsEnvelope {
  const steps = envelopeSteps(report, plan, answer);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Like `envelopeOf`, in short steps between which the caller can yield to other work.
 * @throws DomainError `validation_failed` for too many segments
 */
export function* envelopeSteps(
  report: StatsReport,
  plan: StatsPlan,
  answer: ReportAnswer,
): Generator<void, StatsEnvelope> {
  const { buckets, cut, metrics, sortedBy } = plan;
  const tables = [...new Set(Object.values(report.counted).map(({ over }) => over))];
  const totals: CountedNumbers = Object.assign({}, ...tables.map((over) => answer[planName('totals', over)]?.[0]));
  const counted = countedByIndex(plan, answer, tables);
  const shownInIntervals = metrics.filter((name) => !report.metrics[name]?.isTotalsOnly);
  const indexes =
    sortedBy === undefined
      ? pageInTime(buckets.count, cut)
      : pageByValue(buckets.count, valuesOf(report, sortedBy, counted), cut);
  const segments = yield* segmentReader(report, plan, answer);
  const subtotalsOf = metricsReader(report.metrics, shownInIntervals);
  const intervals: StatsInterval[] = [];
  for (const index of indexes) {
    intervals.push({
      ...buckets.at(index),
      subtotals: subtotalsOf(counted.get(index) ?? {}),
      segments: yield* segments('intervals', index),
    });
  }
  return {
    totals: metricsReader(report.metrics, plan.totals)(totals),
    segments: yield* segments('totals'),
    intervals,
    total: buckets.count,
  };
}

type CountedNumbers = Readonly<Record<string, number>>;

/**
 * Computes published metrics from measured values. MetricValues are resolved once, not per segment, because there may be
 * thousands.
 */
function metricsReader(
  metrics: Readonly<Record<string, Metric>>,
  names: readonly string[],
): (counted: CountedNumbers) => MetricValues {
  const wanted = names.flatMap((name) => (metrics[name] ? [[name, metrics[name]] as const] : []));
  return (counted) => {
    const numbers: Record<string, number> = {};
    for (const [name, metric] of wanted) numbers[name] = publishedValue(metric, counted);
    return numbers;
  };
}

/** Measured values by interval index, merged over all tables. */
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

/** Reads the segments of the totals or of an interval; segments without rows have zeros. */
function* segmentReader(
  report: StatsReport,
  { segmentBy, asked, buckets, metrics, mostSegments: most }: StatsPlan,
  answer: ReportAnswer,
): Generator<void, (part: 'totals' | 'intervals', index?: number) => Generator<void, readonly StatsSegment[]>> {
  const segment = segmentOf(report, segmentBy);
  if (!segment) return nothing;
  const names = segmentNames(segment, { asked, most }, answer);
  const isAsked = (name: string) => !Object.hasOwn(report.metrics, name) || metrics.includes(name);
  const shown = Object.keys(segment.metrics).filter(isAsked);
  const read = metricsReader(segment.metrics, shown);
  const nothingHappened = read({});
  const counted: Readonly<Record<'totals' | 'intervals', CountedSegments>> = {
    totals: new Map(),
    intervals: new Map(),
  };
  for (const index of segment.parts.keys())
    for (const part of ['totals', 'intervals'] as const)
      yield* addRows(counted[part], { rows: answer[segmentPlanName(part, index)] ?? [], buckets });
  return function* (part, index) {
    const own = counted[part].get(index);
    const all: StatsSegment[] = [];
    for (const { id, label } of names) {
      const numbers = own?.get(id);
      all.push({ id, label, subtotals: numbers ? read(numbers) : nothingHappened });
      if (all.length % ROWS_OF_STEP === 0) yield;
    }
    return all;
  };
}

/** Measured values by interval index and segment id; totals have the index undefined. */
type CountedSegments = Map<number | undefined, Map<number, CountedNumbers>>;

/** Segments of an unsegmented report. */
// biome-ignore lint/correctness/useYield: there is nothing to do
function* nothing(): Generator<void, readonly StatsSegment[]> {
  return [];
}

/** Merges rows into the values by interval index and segment id. */
function* addRows(
  counted: CountedSegments,
  { rows, buckets }: { readonly rows: readonly ReportRow[]; readonly buckets: Buckets },
): Generator<void> {
  for (const [place, row] of rows.entries()) {
    const at = typeof row.interval === 'string' ? buckets.indexOf(row.interval) : undefined;
    const id = Number(row.segment);
    const own = counted.get(at) ?? new Map<number, CountedNumbers>();
    const earlier = own.get(id);
    own.set(id, (earlier ? { ...earlier, ...row } : row) as CountedNumbers);
    counted.set(at, own);
    if (place % ROWS_OF_STEP === ROWS_OF_STEP - 1) yield;
  }
}

function valuesOf(
  { metrics }: StatsReport,
  name: string,
  counted: ReadonlyMap<number, CountedNumbers>,
): ReadonlyMap<number, number> {
  const metric = metrics[name];
  return new Map([...counted].map(([index, numbers]) => [index, metric ? publishedValue(metric, numbers) : 0]));
}
