import type { Question } from '../data/answers.ts';
import type { FilterDeclaration, ReportDeclaration, SegmentDeclaration } from '../data/reports.ts';
import { serverNow } from '../data/server-clock.ts';
import { type DayRange, timeIn } from '../words/calendar.ts';
import type { Condition, Look } from './look.ts';
import type { Span } from './span.ts';

/** Buckets that one answer has at most. */
const MOST_BUCKETS = 1000;

/** Ends of a range on the clock of the shop. */
export const endsOf = (
  { after, before }: DayRange,
  end = '23:59:59',
): { readonly after: string; readonly before: string } => ({
  after: `${after}T00:00:00`,
  before: `${before}T${end}`,
});

/** What a report is asked by its conditions; those that it does not have are left out. */
export function filterParameters(
  report: ReportDeclaration,
  { conditions, match }: Look,
  on: 'stats' | 'list',
): Question | object {
  const applied = conditions.flatMap((condition) => {
    const filter = filterFor(report, condition);
    return filter?.on.includes(on) ? parametersOf(filter, condition) : [];
  });
  const isAny = match === 'any' && applied.length > 1 && report.match[on];
  return Object.fromEntries(isAny ? [...applied, ['match', 'any']] : applied);
}

/** The declaration of a condition in a report; undefined where the report does not have it. */
export const filterFor = (
  { filters }: ReportDeclaration,
  { subject, side }: Condition,
): FilterDeclaration | undefined => filters.find((each) => each.subject === subject && hasSide(each, side));

export const hasSide = (filter: FilterDeclaration, side: Condition['side']): boolean =>
  side === 'between' ? filter.takes === 'range' : filter[side] !== undefined;

/** Whether a segment has the one value that it needs. */
export const isPossibleCut = (
  { needs, needs_one_of: parameters }: SegmentDeclaration,
  { filters }: ReportDeclaration,
  { conditions }: Pick<Look, 'conditions'>,
): boolean =>
  needs === null ||
  conditions.some(
    ({ subject, side, values }) =>
      side === 'is' &&
      values.length === 1 &&
      parameters.includes(filters.find((each) => each.subject === subject)?.is ?? ''),
  );

type Parameter = readonly [name: string, value: unknown];

function parametersOf(filter: FilterDeclaration, { side, values }: Condition): readonly Parameter[] {
  if (side === 'between') {
    const [from = '', to = ''] = values;
    return [
      ...(filter.from !== undefined && from !== '' ? [[filter.from, endOf(filter, from, 'T00:00:00')] as const] : []),
      ...(filter.to !== undefined && to !== '' ? [[filter.to, endOf(filter, to, 'T23:59:59')] as const] : []),
    ];
  }
  const name = filter[side];
  if (name === undefined) return [];
  const by: readonly Parameter[] = filter.by === undefined ? [] : [[filter.by, 'all']];
  return [[name, valuesOf(filter, values)], ...by];
}

const endOf = ({ unit }: FilterDeclaration, text: string, time: string): string | number => {
  if (unit === 'day' || unit === 'moment') return `${text}${time}`;
  return Number(text);
};

function valuesOf({ takes, sent }: FilterDeclaration, values: readonly string[]): unknown {
  if (sent === 'commas') return values.join(',');
  if (takes === 'ids') return values.map(Number).filter(Number.isSafeInteger);
  if (takes === 'word' || takes === 'text') return values[0];
  return takes === 'pairs' ? values.map((each) => each.split(':')) : values;
}

/** Questions to the stats of a report: now, and before where it is compared. */
export function statsQuestions(report: ReportDeclaration, look: Look, given: StatsContext): readonly Question[] {
  const { stats } = report;
  if (!stats) return [];
  const { span, timeZone, fields } = given;
  const common = {
    report: stats.path,
    ...filterParameters(report, look, 'stats'),
    ...(fields && { fields }),
    ...(look.dateType !== undefined && stats.date_type && { date_type: look.dateType }),
  };
  if (!stats.dated) return [common];
  const asked = {
    ...common,
    ...(stats.intervals && { interval: span.interval, per_page: MOST_BUCKETS, orderby: 'date', order: 'asc' }),
  };
  const cut = look.cut !== undefined && stats.segments.some(({ name }) => name === look.cut) && { segmentby: look.cut };
  const end = endOfCompared(span, timeZone);
  return [
    { ...asked, ...cut, ...endsOf(span.range) },
    ...(span.before ? [{ ...asked, ...(given.totalsBefore && { per_page: 1 }), ...endsOf(span.before, end) }] : []),
  ];
}

/** What is not over is compared with the same moment of the days before. */
export const endOfCompared = ({ isOpen }: Span, timeZone: string): string =>
  isOpen ? timeIn(serverNow(), timeZone) : '23:59:59';

/** What questions depend on besides the look. */
export interface StatsContext {
  readonly span: Span;
  readonly timeZone: string;
  /** Only these measures. */
  readonly fields?: readonly string[];
  /** Of the days before only totals are shown. */
  readonly totalsBefore?: boolean;
}

/** Whether a report is about a period: its totals are, or without totals its list. */
export const isDated = ({ stats, list }: ReportDeclaration): boolean => stats?.dated ?? list?.dated ?? false;

/** The question to the list of a report. */
export function listQuestion(report: ReportDeclaration, look: Look, span: Span): Question | undefined {
  const { list } = report;
  if (!list) return undefined;
  const sort = look.sort !== undefined && list.sorts.includes(look.sort.replace(/^-/, '')) ? look.sort : list.sort;
  return {
    report: list.path,
    ...list.params,
    ...filterParameters(report, look, 'list'),
    ...(list.dated && isDated(report) && endsOf(span.range)),
    orderby: sort.replace(/^-/, ''),
    order: sort.startsWith('-') ? 'desc' : 'asc',
    page: look.page,
    per_page: look.per,
  };
}
