import { hashKey, keepPreviousData, queryOptions, type UseQueryResult } from '@tanstack/react-query';
import { ask, type ListAnswer, type Question, type StatsAnswer } from '../data/answers.ts';
import type { Topic } from '../data/live.ts';
import type { ReportDeclaration } from '../data/reports.ts';
import type { Look } from './look.ts';
import { endOfCompared, endsOf, listQuestion, type StatsContext, statsQuestions } from './questions.ts';
import type { Span } from './span.ts';

const topics: readonly Topic[] = ['orders', 'settings'];
/** With a stream of events answers are good until a change; without one they are asked for again every half minute. */
const FRESH = 5 * 60_000;

/** Answers about a span: now, and before. */
export interface Compared {
  readonly now: StatsAnswer;
  readonly before: StatsAnswer | undefined;
  /** The look that these numbers belong to. */
  readonly span: Span;
  /** The question that these numbers answer, as one text. */
  readonly question: string;
}

/** Whether the data of a query is that of the question before, or was outdated when it was first shown. */
export const isOutdated = ({ data, isPlaceholderData, isFetching, isFetchedAfterMount }: UseQueryResult): boolean =>
  isPlaceholderData || (data !== undefined && isFetching && !isFetchedAfterMount);

/** Reports without buckets have totals only. */
const whole = (answer: StatsAnswer): StatsAnswer => ({ ...answer, intervals: answer.intervals ?? [] });

const conditionsKey = ({ conditions, match, dateType, cut }: Look) => ({ conditions, match, dateType, cut });

/** Totals and intervals of a report. */
export const statsQuery = (report: ReportDeclaration, look: Look, given: StatsContext) =>
  queryOptions({
    queryKey: [
      'stats',
      report.slug,
      given.span,
      given.fields ?? null,
      given.totalsBefore ?? false,
      conditionsKey(look),
    ],
    queryFn: async ({ signal, queryKey }): Promise<Compared> => {
      const [now, before] = await Promise.all(
        statsQuestions(report, look, given).map((each) => ask<StatsAnswer>(each, signal)),
      );
      if (!now) throw new Error(`The report ${report.slug} has no totals.`);
      return { now: whole(now), before: before && whole(before), span: given.span, question: hashKey(queryKey) };
    },
    placeholderData: keepPreviousData,
    staleTime: FRESH,
    enabled: report.stats !== null,
    meta: { topics: topicsOf(report) },
  });

/** One page of the list of a report. */
export const listQuery = (report: ReportDeclaration, look: Look, span: Span) => {
  const question = listQuestion(report, look, span);
  return queryOptions({
    queryKey: ['list', report.slug, question ?? null],
    queryFn: ({ signal }): Promise<ListAnswer> => ask<ListAnswer>(question as Question, signal),
    placeholderData: keepPreviousData,
    staleTime: FRESH,
    enabled: question !== undefined,
    meta: { topics: topicsOf(report) },
  });
};

/** Rows of a list in the days before, by their ids. */
export const listBeforeQuery = (
  report: ReportDeclaration,
  { look, span, timeZone }: { readonly look: Look; readonly span: Span; readonly timeZone: string },
  { parameter, ids }: { readonly parameter: string; readonly ids: readonly number[] },
) => {
  const question = {
    // Any of the conditions chose the rows: by their ids they are the same.
    ...listQuestion(report, { ...look, page: 1, conditions: look.match === 'any' ? [] : look.conditions }, span),
    ...(span.before && endsOf(span.before, endOfCompared(span, timeZone))),
    [parameter]: ids,
  };
  return queryOptions({
    // What is not over moves with the clock: the time is no part of the key. The order of the rows makes no other answer.
    queryKey: ['list-before', report.slug, span.before ?? null, look.sort ?? null, conditionsKey(look), ids.toSorted()],
    queryFn: ({ signal }): Promise<ListAnswer> => ask<ListAnswer>(question as unknown as Question, signal),
    // Live changes bring other rows every second: answers to the rows of before are not kept.
    gcTime: 0,
    placeholderData: keepPreviousData,
    staleTime: FRESH,
    meta: { topics: topicsOf(report) },
  });
};

const topicsOf = ({ slug }: ReportDeclaration): readonly Topic[] => {
  if (slug === 'stock') return [...topics, 'catalog', 'stock'];
  return slug === 'customers' ? [...topics, 'customers'] : [...topics, 'catalog'];
};

/** The day of the first order, where all of the past is asked for. */
export const firstDayQuery = queryOptions({
  queryKey: ['first-day'],
  queryFn: async ({ signal }) => {
    const question = { report: 'orders', orderby: 'date', order: 'asc', per_page: 1, after: '1970-01-01T00:00:00' };
    const { rows } = await ask<ListAnswer>(question, signal);
    const date = rows[0]?.date_created ?? rows[0]?.date;
    return typeof date === 'string' ? date.slice(0, 10) : null;
  },
  staleTime: Number.POSITIVE_INFINITY,
});
