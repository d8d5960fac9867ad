import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { NoteFault } from '../data/address.ts';
import type { MeasureDeclaration, ReportDeclaration } from '../data/reports.ts';
import { type Compared, listQuery, statsQuery } from '../looks/asking.ts';
import { declaredText, useWrittenChange } from '../looks/figures.tsx';
import { fittingLook } from '../looks/fitting.ts';
import type { Look } from '../looks/look.ts';
import type { Looking } from '../looks/look-tools.tsx';
import { isDated } from '../looks/questions.ts';
import { announce } from '../shell/announce.tsx';
import type { Preset } from '../words/calendar.ts';
import { useFormats, useWords } from '../words/words.tsx';

/** Leaves out of a look what the report does not know, and notes it. */
export function useFitting(report: ReportDeclaration) {
  return useCallback((look: Look, note?: NoteFault) => fittingLook(report, look, note), [report]);
}

/** Fetches the answers of a period before it is chosen. */
export function usePrepare(report: ReportDeclaration, { look, spanFor, timeZone }: Looking) {
  const queries = useQueryClient();
  return async (period: Preset): Promise<void> => {
    const span = spanFor(period);
    const next = { ...look, period, by: undefined, page: 1 };
    await Promise.all([
      queries.prefetchQuery(statsQuery(report, next, { span, timeZone })),
      ...(report.list && isDated(report) ? [queries.prefetchQuery(listQuery(report, next, span))] : []),
    ]);
  };
}

interface Announced {
  readonly title: string;
  readonly measure: MeasureDeclaration | undefined;
  readonly compared: Compared | undefined;
}

/** Announces the main number of each new look to screen readers. */
export function useAnnouncement({ title, measure, compared }: Announced): void {
  const words = useWords();
  const formats = useFormats();
  const change = useWrittenChange();
  const now = measure && (compared?.now.totals[measure.name] as number | undefined);
  const before = measure && (compared?.before?.totals[measure.name] as number | undefined);
  const text =
    measure && compared && now !== undefined
      ? words.report.announce({
          report: title,
          period: formats.range(compared.span.range),
          value: `${declaredText(words, measure)} ${formats.number(now, measure.unit)}`,
          change: before === undefined ? '' : change(now, before),
        })
      : '';
  useEffect(() => {
    if (text !== '') announce(text);
  }, [text]);
}
