import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type MeasureDeclaration, type ReportDeclaration, reportsQuery } from '../data/reports.ts';
import { Bone } from '../kit/bits.tsx';
import { type Compared, listQuery, statsQuery } from '../looks/asking.ts';
import { declaredText, useWrittenChange } from '../looks/figures.tsx';
import { ComparedWith, type Looking, LookTools, useLooking, usePreparing } from '../looks/look-tools.tsx';
import { preparedPeriods } from '../looks/period-picker.tsx';
import { announce } from '../shell/announce.tsx';
import { Failure, PageNotice } from '../shell/failure.tsx';
import { PageHead } from '../shell/head.tsx';
import { ScreenLink } from '../shell/links.tsx';
import { useCalendar } from '../shell/session-context.tsx';
import type { Preset } from '../words/calendar.ts';
import { useFormats, useWords } from '../words/words.tsx';
import { Chips, FilterButton } from './chips.tsx';
import { CountedBy } from './counted-by.tsx';
import { ExportMenu } from './export-menu.tsx';
import { IntervalTable } from './interval-table.tsx';
import { ReportChart } from './report-chart.tsx';
import css from './reports.module.css';
import { RowsTable } from './rows-table.tsx';
import { Strip } from './strip.tsx';

/** Any report, as the server declares it. */
export function ReportScreen() {
  const words = useWords();
  const { slug } = useParams({ strict: false }) as { readonly slug: string };
  const { data, error, refetch } = useQuery(reportsQuery);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) {
    return (
      <div className={css.report}>
        <PageHead title={words.shell.screens.reports ?? ''} />
        <Bone width={40} />
      </div>
    );
  }
  const report = data.find((each) => each.slug === slug);
  if (report) return <Report key={slug} report={report} />;
  const { title, text } = words.shell.notFound;
  return (
    <PageNotice action={<ScreenLink to="/reports">{words.shell.screens.reports}</ScreenLink>} title={title}>
      {text}
    </PageNotice>
  );
}

function Report({ report }: { readonly report: ReportDeclaration }) {
  const words = useWords();
  const looking = useLooking();
  const { look, span, timeZone, set } = looking;
  const query = useQuery(statsQuery(report, look, { span, timeZone }));
  const prepare = usePrepare(report, looking);
  usePreparing(preparedPeriods(useCalendar()), prepare, query.isSuccess && !query.isPlaceholderData);
  const measures = stripOf(report);
  const measure = chosenMeasure(report, look.metric) ?? measures[0];
  const title = declaredText(words, { label: report.title });
  useAnnouncement({ title, measure, compared: query.isPlaceholderData ? undefined : query.data });
  const isDated = report.stats?.dated ?? report.list?.dated ?? false;
  return (
    <div className={css.report}>
      <PageHead
        detail={
          <span className={css.details}>
            {isDated && <ComparedWith span={query.data?.span ?? span} />}
            <CountedBy looking={looking} report={report} />
          </span>
        }
        title={title}
      >
        <FilterButton looking={looking} report={report} />
        <ExportMenu looking={looking} report={report} />
        {isDated && <LookTools looking={looking} prepare={(period) => void prepare(period)} />}
      </PageHead>
      <Chips looking={looking} report={report} />
      {query.isError && query.data === undefined ? (
        <Failure error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Strip
          chosen={measure}
          compared={query.data}
          isBusy={query.isPlaceholderData}
          isCompared={isDated && span.before !== undefined}
          label={title}
          measures={measures}
          onChoose={(metric) => set({ metric })}
        />
      )}
      {measure && report.stats?.intervals && !query.isError && (
        <ReportChart
          compared={query.data}
          isBusy={query.isPlaceholderData}
          looking={looking}
          measure={measure}
          report={report}
        />
      )}
      {report.list ? (
        <RowsTable compared={query.data} list={report.list} looking={looking} report={report} />
      ) : (
        !query.isError && (
          <IntervalTable compared={query.data} isBusy={query.isPlaceholderData} looking={looking} report={report} />
        )
      )}
    </div>
  );
}

/** Measures of the strip, in its order. */
const stripOf = ({ stats }: ReportDeclaration): readonly MeasureDeclaration[] =>
  (stats?.strip ?? []).flatMap((name) => stats?.measures.find((each) => each.name === name) ?? []);

const chosenMeasure = ({ stats }: ReportDeclaration, name: string | undefined): MeasureDeclaration | undefined =>
  stats?.measures.find((each) => each.name === name && !each.totals_only);

function usePrepare(report: ReportDeclaration, { look, spanFor, timeZone }: Looking) {
  const queries = useQueryClient();
  return async (period: Preset): Promise<void> => {
    const span = spanFor(period);
    const next = { ...look, period, by: undefined, page: 1 };
    await Promise.all([
      queries.prefetchQuery(statsQuery(report, next, { span, timeZone })),
      ...(report.list?.dated ? [queries.prefetchQuery(listQuery(report, next, span))] : []),
    ]);
  };
}

interface Announced {
  readonly title: string;
  readonly measure: MeasureDeclaration | undefined;
  readonly compared: Compared | undefined;
}

/** Announces the main number of each new look to screen readers. */
function useAnnouncement({ title, measure, compared }: Announced): void {
  const words = useWords();
  const formats = useFormats();
  const change = useWrittenChange();
  const now = measure && (compared?.now.totals[measure.name] as number | undefined);
  const before = measure && (compared?.before?.totals[measure.name] as number | undefined);
  const text =
    measure && compared && now !== undefined
      ? words.reports.announce({
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
