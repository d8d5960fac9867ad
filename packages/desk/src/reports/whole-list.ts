import { queryOptions } from '@tanstack/react-query';
import { ask, type ListAnswer, type Question } from '../data/answers.ts';
import { wholeOf } from '../data/client.ts';
import type { ReportDeclaration } from '../data/reports.ts';
import { listQuery } from '../looks/asking.ts';
import type { Look } from '../looks/look.ts';
import { listQuestion } from '../looks/questions.ts';
import type { Span } from '../looks/span.ts';

/** Rows that one answer has at most. */
export const MOST_ROWS = 100;

/** All rows of the list of a report, as far as its pages are asked for. */
export const wholeListQuery = (report: ReportDeclaration, look: Look, span: Span) => {
  const largest: Look = { ...look, per: MOST_ROWS, page: 1 };
  const one = listQuery(report, largest, span);
  const question = listQuestion(report, largest, span);
  return queryOptions({
    ...one,
    queryKey: [...one.queryKey, 'whole'],
    queryFn: ({ signal }): Promise<ListAnswer> =>
      wholeOf((page) => ask<ListAnswer>({ ...(question as Question), page }, signal)),
  });
};
