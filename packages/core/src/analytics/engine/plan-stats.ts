import type { DateType } from '../../commerce/index.ts';
import { all, type Condition, type Interval, type Question } from '../plan.ts';
import { COUNTED_DATE } from '../report.ts';
import { countedBy, namesIn, type StatsReport } from '../stats.ts';
import type { TableName } from '../tables.ts';
import { type Buckets, bucketsOf } from './buckets.ts';
import { conditionOfFilters, type ReportParameters } from './conditions.ts';
import { checkIntervals, type IntervalCount, mostSegments } from './part-limits.ts';
import { dateColumnOf, inRange, type ReportContext } from './plan-list.ts';
import { planSegments } from './plan-segments.ts';
import { type Range, readRange, type SentRange } from './range.ts';
import { pageInTime } from './ranking.ts';
import { type Part, partPlan, planName } from './stats-parts.ts';

/** Query of a stats report. */
export interface StatsQuery extends SentRange {
  readonly asked: ReportParameters;
  readonly match?: 'all' | 'any';
  readonly interval: Interval;
  readonly orderBy?: string;
  readonly order?: 'asc' | 'desc';
  readonly page: number;
  readonly perPage: number;
  /** Measures to be returned; all by default. */
  readonly fields?: readonly string[];
  /** Restricts the result to `fields`, omitting measures otherwise always present in totals. */
  readonly hasOnlyFields?: true;
  /** Overrides the shop's setting. */
  readonly dateType?: DateType;
  /** Name of the segmentation. */
  readonly segmentBy?: string;
}

/** Question of a stats report, and the parameters for reading its answer. */
export interface StatsPlan {
  readonly question: Question;
  readonly buckets: Buckets;
  /** Measures to be returned. */
  readonly measures: readonly string[];
  /** Measures to be returned in the totals. */
  readonly totals: readonly string[];
  /** Measure that sorts the intervals; undefined for the order of time. */
  readonly sortedBy: string | undefined;
  readonly cut: { readonly descending: boolean; readonly offset: number; readonly limit: number };
  readonly segmentBy: string | undefined;
  /** Maximum segments; above it none is counted. */
  readonly mostSegments: number;
  readonly asked: ReportParameters;
}

/**
 * Builds the plans of a stats report from its declaration and query. All semantics of stats reports are defined here.
 * @throws DomainError `validation_failed` for too many segments or intervals
 */
export function planStats(report: StatsReport, query: StatsQuery, context: ReportContext): StatsPlan {
  const { settings, zone, now } = context;
  const { interval, asked, segmentBy } = query;
  const range = readRange(query, zone, now);
  const buckets = bucketsOf(range, { interval, weekStartsOn: settings.weekStartsOn, zone });
  const measures = Object.keys(report.measures).filter((name) => query.fields?.includes(name) ?? true);
  const isInTotals = (name: string) => !query.hasOnlyFields && report.measures[name]?.isAlwaysTotal === true;
  const totals = Object.keys(report.measures).filter((name) => measures.includes(name) || isInTotals(name));
  const sorting = report.sorts[query.orderBy ?? 'date'] ?? 'date';
  const sortedBy = sorting === 'date' || sorting === 'nothing' ? undefined : sorting;
  const cut = {
    // Intervals with equal values are in ascending order of time.
    descending: sorting !== 'nothing' && (query.order ?? 'desc') === 'desc',
    offset: (query.page - 1) * query.perPage,
    limit: query.perPage,
  };
  const limited: IntervalCount = { count: buckets.count, limit: cut.limit, isSorted: sortedBy !== undefined };
  checkIntervals(limited);
  const most = mostSegments(limited);
  const counted = dateColumnOf({ dateType: query.dateType ?? settings.dateType });
  const column = (report.date ?? COUNTED_DATE).replace(COUNTED_DATE, counted);
  const filtered = filteredBy(report, query, context);
  const shown = sortedBy === undefined ? rangeOfPage(buckets, cut) : range;
  const bucket = { column, interval, weekStartsOn: settings.weekStartsOn };
  const whole: Part = { part: 'totals', where: all(inRange(column, range), filtered), zone: zone.name };
  const page = shown && {
    part: 'intervals' as const,
    where: all(inRange(column, shown), filtered),
    zone: zone.name,
    bucket,
  };
  const parts = buckets.count === 0 ? [] : [whole, ...(page ? [page] : [])];
  const question = {
    ...Object.assign({}, ...parts.map((part) => plansOf(report, { measures, totals, sortedBy, part }))),
    ...planSegments(report, { segmentBy, asked, parts, fields: query.fields, most }),
  };
  return { question, buckets, measures, totals, sortedBy, cut, segmentBy, mostSegments: most, asked };
}

function filteredBy(report: StatsReport, query: StatsQuery, { settings }: ReportContext): Condition {
  const { asked, match = 'all' } = query;
  const { filters, countsUnless, status, apart, together, unless } = report;
  const filtered = conditionOfFilters({
    filters,
    asked,
    match,
    settings,
    ...(countsUnless && { countsUnless }),
    ...(status !== undefined && { status }),
    ...(apart && { apart }),
    ...(together && { together }),
  });
  const isLeftOut = unless && !unless.parameters.some((name) => (asked[name]?.length ?? 0) > 0);
  return isLeftOut ? all(filtered, unless.where) : filtered;
}

/** Range covered by the intervals of a page; undefined for an empty page. */
function rangeOfPage(buckets: Buckets, cut: StatsPlan['cut']): Range | undefined {
  const indexes = pageInTime(buckets.count, cut);
  const first = Math.min(...indexes);
  const last = Math.max(...indexes);
  return indexes.length === 0 ? undefined : { after: buckets.at(first).start, before: buckets.at(last).end };
}

interface MeasureSelection {
  readonly measures: readonly string[];
  readonly totals: readonly string[];
  readonly sortedBy: string | undefined;
  readonly part: Part;
}

function plansOf(report: StatsReport, { measures, totals, sortedBy, part }: MeasureSelection): Question {
  const isWhole = part.part === 'totals';
  const needed = isWhole
    ? totals
    : [...measures, ...(sortedBy === undefined ? [] : [sortedBy])].filter(
        (name) => !report.measures[name]?.isTotalsOnly,
      );
  const tables = new Map<TableName, string[]>();
  for (const name of new Set(needed.flatMap((each) => namesIn(report.measures[each]?.formula ?? { sum: [] })))) {
    const { over, measure } = countedBy(report, name);
    tables.set(over, [...(tables.get(over) ?? []), measure]);
  }
  return Object.fromEntries(
    [...tables].map(([over, counted]) => [
      planName(part.part, over),
      { ...partPlan(report, part, { over }), measures: counted },
    ]),
  );
}
