import type { ReportAnswer, ReportRow } from '../report-ports.ts';
import { countedTables, type Measure, namedNumbers, publishedValue, type StatsReport } from '../stats.ts';
import type { Bucket, Buckets } from './buckets.ts';
import { segmentNames, segmentOf, segmentPlanName } from './plan-segments.ts';
import type { StatsPlan } from './plan-stats.ts';
import { pageByValue, pageInTime } from './ranking.ts';
import { planName } from './stats-parts.ts';

/** Published measures by name. */
export type MeasureValues = Readonly<Record<string, number>>;

/** Rows processed per step. */
const ROWS_OF_STEP = 2_000;

export interface StatsSegment {
  readonly id: number;
  readonly label: string;
  readonly subtotals: MeasureValues;
}

export interface StatsInterval extends Bucket {
  readonly subtotals: MeasureValues;
  readonly segments: readonly StatsSegment[];
}

/** Result of a stats report (docs/spec/analytics.md 1). */
export interface StatsEnvelope {
  readonly totals: MeasureValues;
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
  const { buckets, cut, measures, sortedBy } = plan;
  const tables = countedTables(report).map((over) => ({
    total: namedNumbers(report, over, answer[planName('totals', over)]?.[0] ?? {}),
    rows: (answer[planName('intervals', over)] ?? []).map(({ interval, ...row }) => ({
      interval,
      numbers: namedNumbers(report, over, row),
    })),
  }));
  const totals = Object.assign({}, ...tables.map(({ total }) => total)) as CountedNumbers;
  const counted = countedByIndex(
    plan,
    tables.flatMap(({ rows }) => rows),
  );
  const shownInIntervals = measures.filter((name) => !report.measures[name]?.isTotalsOnly);
  const indexes =
    sortedBy === undefined
      ? pageInTime(buckets.count, cut)
      : pageByValue(buckets.count, valuesOf(report, sortedBy, counted), cut);
  const segments = yield* segmentReader(report, plan, answer);
  const subtotalsOf = measuresReader(report.measures, shownInIntervals);
  const intervals: StatsInterval[] = [];
  for (const index of indexes) {
    intervals.push({
      ...buckets.at(index),
      subtotals: subtotalsOf(counted.get(index) ?? {}),
      segments: yield* segments('intervals', index),
    });
  }
  return {
    totals: measuresReader(report.measures, plan.totals)(totals),
    segments: yield* segments('totals'),
    intervals,
    total: buckets.count,
  };
}

type CountedNumbers = Readonly<Record<string, number>>;

/**
 * Computes published measures from aggregates. Names are resolved once, not per segment, because there may be
 * thousands.
 */
function measuresReader(
  measures: Readonly<Record<string, Measure>>,
  names: readonly string[],
): (counted: CountedNumbers) => MeasureValues {
  const wanted = names.flatMap((name) => (measures[name] ? [[name, measures[name]] as const] : []));
  return (counted) => {
    const numbers: Record<string, number> = {};
    for (const [name, measure] of wanted) numbers[name] = publishedValue(measure, counted);
    return numbers;
  };
}

/** Measured values by interval index, merged over all tables. */
function countedByIndex(
  { buckets }: StatsPlan,
  rows: readonly { readonly interval: ReportRow[string] | undefined; readonly numbers: object }[],
): ReadonlyMap<number, CountedNumbers> {
  const counted = new Map<number, Record<string, number>>();
  for (const { interval, numbers } of rows) {
    const index = typeof interval === 'string' ? buckets.indexOf(interval) : undefined;
    if (index !== undefined) counted.set(index, Object.assign(counted.get(index) ?? {}, numbers));
  }
  return counted;
}

/** Reads the segments of the totals or of an interval; segments without rows have zeros. */
function* segmentReader(
  report: StatsReport,
  { segmentBy, asked, buckets, measures, mostSegments: most }: StatsPlan,
  answer: ReportAnswer,
): Generator<void, (part: 'totals' | 'intervals', index?: number) => Generator<void, readonly StatsSegment[]>> {
  const segment = segmentOf(report, segmentBy);
  if (!segment) return nothing;
  const names = segmentNames(segment, { asked, most }, answer);
  const isAsked = (name: string) => !Object.hasOwn(report.measures, name) || measures.includes(name);
  const shown = Object.keys(segment.measures).filter(isAsked);
  const read = measuresReader(segment.measures, shown);
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
  { measures }: StatsReport,
  name: string,
  counted: ReadonlyMap<number, CountedNumbers>,
): ReadonlyMap<number, number> {
  const measure = measures[name];
  return new Map([...counted].map(([index, numbers]) => [index, measure ? publishedValue(measure, numbers) : 0]));
}
