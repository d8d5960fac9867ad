import type { DateType } from '../../catalog/index.ts';
import type { LocalTime } from '../facts.ts';
import { all, type Condition, type GroupPlan, type Interval, type Measure, type Question } from '../plan.ts';
import { namesIn, type StatsReport } from '../stats.ts';
import type { TableName } from '../tables.ts';
import { type Buckets, bucketsOf } from './buckets.ts';
import { type Asked, conditionOfFilters } from './conditions.ts';
import { dateColumnOf, inRange, type ReportContext } from './plan-list.ts';
import { type Range, readRange, type SentRange } from './range.ts';
import { pageInTime } from './ranking.ts';

/** What a report that adds up is asked. */
export interface StatsQuery extends SentRange {
  readonly asked: Asked;
  readonly match?: 'all' | 'any';
  readonly interval: Interval;
  readonly orderBy?: string;
  readonly order?: 'asc' | 'desc';
  readonly page: number;
  readonly perPage: number;
  /** The metrics to tell; all unless given. */
  readonly fields?: readonly string[];
  /** In place of what the shop has decided. */
  readonly dateType?: DateType;
}

/** The question behind a report that adds up, and what its answer is to be told by. */
export interface StatsPlan {
  readonly question: Question;
  readonly buckets: Buckets;
  /** The metrics that are told. */
  readonly metrics: readonly string[];
  /** The metric that sorts the intervals; undefined where time does. */
  readonly sortedBy: string | undefined;
  readonly cut: { readonly descending: boolean; readonly offset: number; readonly limit: number };
}

/** The name of the plan that counts totals, or intervals, over a table. */
export const planName = (part: 'totals' | 'intervals', over: TableName): string => `${part}_${over}`;

/** Turns a declaration and a question into plans: the only place that decides what such a report means. */
export function planStats(report: StatsReport, query: StatsQuery, context: ReportContext): StatsPlan {
  const { settings, zone, now } = context;
  const range = readRange(query, zone, now);
  const buckets = bucketsOf(range, { interval: query.interval, weekStartsOn: settings.weekStartsOn, zone });
  const metrics = Object.keys(report.metrics).filter((name) => query.fields?.includes(name) ?? true);
  const sorting = report.sorts[query.orderBy ?? 'date'] ?? 'date';
  const sortedBy = sorting === 'date' ? undefined : sorting;
  const cut = {
    descending: (query.order ?? 'desc') === 'desc',
    offset: (query.page - 1) * query.perPage,
    limit: query.perPage,
  };
  const dateColumn = dateColumnOf({ dateType: query.dateType ?? settings.dateType });
  const { filters, countsUnless } = report;
  const filtered = conditionOfFilters({
    ...{ filters, asked: query.asked, match: query.match ?? 'all', settings },
    ...(countsUnless && { countsUnless }),
  });
  const within = (part: Range): Condition => all(inRange(dateColumn, part), filtered);
  const always = Object.keys(report.metrics).filter((name) => report.metrics[name]?.isAlwaysTotal);
  const totals = partsOf(report, [...metrics, ...always]);
  const told = [...metrics, ...(sortedBy === undefined ? [] : [sortedBy])];
  const intervals = partsOf(
    report,
    told.filter((name) => !report.metrics[name]?.isTotalsOnly),
  );
  const shown = sortedBy === undefined ? rangeOfPage(buckets, cut) : range;
  const bucket = { column: dateColumn, interval: query.interval, weekStartsOn: settings.weekStartsOn };
  const question = {
    ...(buckets.count > 0 && plansOf(report, totals, { part: 'totals', where: within(range) })),
    ...(buckets.count > 0 && shown && plansOf(report, intervals, { part: 'intervals', where: within(shown), bucket })),
  };
  return { question, buckets, metrics, sortedBy, cut };
}

/** From the first to the last moment of the intervals of one page; undefined where it has none. */
function rangeOfPage(buckets: Buckets, cut: StatsPlan['cut']): Range | undefined {
  const page = pageInTime(buckets.count, cut);
  const [first, last] = [page[0], page.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const ends = [buckets.at(first), buckets.at(last)];
  const moments = (pick: (bucket: (typeof ends)[number]) => LocalTime) => ends.map(pick).sort();
  return { after: moments(({ start }) => start)[0] ?? '', before: moments(({ end }) => end)[1] ?? '' };
}

type Parts = ReadonlyMap<TableName, Readonly<Record<string, Measure>>>;

/** What has to be counted for these metrics, by the table that it is counted over. */
function partsOf({ metrics, counted }: StatsReport, told: readonly string[]): Parts {
  const parts = new Map<TableName, Record<string, Measure>>();
  for (const name of new Set(told.flatMap((each) => (metrics[each] ? namesIn(metrics[each].formula) : [])))) {
    const number = counted[name];
    if (number) parts.set(number.over, { ...parts.get(number.over), [name]: number.measure });
  }
  return parts;
}

interface Part {
  readonly part: 'totals' | 'intervals';
  readonly where: Condition;
  readonly bucket?: { readonly column: string; readonly interval: Interval; readonly weekStartsOn: number };
}

function plansOf({ from, back }: StatsReport, parts: Parts, { part, where, bucket }: Part): Question {
  return Object.fromEntries(
    [...parts].map(([over, measures]): [string, GroupPlan] => {
      const isOwn = over === from;
      const key = bucket && { ...bucket, column: isOwn ? bucket.column : `${back}.${bucket.column}` };
      const plan: GroupPlan = {
        kind: 'groups',
        from: over,
        where: isOwn ? where : { op: 'has', reference: back, where },
        keys: key ? { interval: key } : {},
        measures,
        orderBy: [],
      };
      return [planName(part, over), plan];
    }),
  );
}
