import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { type MeasureDeclaration, type ReportDeclaration, reportsQuery } from '../data/reports.ts';
import { Bone } from '../kit/bits.tsx';
import { isOutdated, statsQuery } from '../looks/asking.ts';
import { declaredText } from '../looks/figures.tsx';
import { ComparedWith, LookTools, useLooking, usePreparing } from '../looks/look-tools.tsx';
import { preparedPeriods } from '../looks/period-picker.tsx';
import { isDated } from '../looks/questions.ts';
import { Failure, PageNotice } from '../shell/failure.tsx';
import { PageHead } from '../shell/head.tsx';
import { ScreenLink } from '../shell/links.tsx';
import { useCalendar } from '../shell/session-context.tsx';
import { useWords } from '../words/words.tsx';
import { Chips, FilterButton } from './chips.tsx';
import { CountedBy } from './counted-by.tsx';
import { ExportMenu } from './export-menu.tsx';
import { IntervalTable } from './interval-table.tsx';
import { ReportChart } from './report-chart.tsx';
import { useAnnouncement, useFitting, usePrepare } from './report-hooks.ts';
import css from './reports.module.css';
import { RowsTable } from './rows-table.tsx';
import type { ShownTable } from './shown-table.ts';
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
  const looking = useLooking(useFitting(report));
  const { look, span, timeZone, set } = looking;
  const query = useQuery(statsQuery(report, look, { span, timeZone }));
  const isBusy = isOutdated(query);
  const prepare = usePrepare(report, looking);
  usePreparing(preparedPeriods(useCalendar()), prepare, query.isSuccess && !query.isPlaceholderData);
  const measures = stripOf(report);
  const measure = chosenMeasure(report, look.metric) ?? measures[0];
  const title = declaredText(words, { label: report.title });
  useAnnouncement({ title, measure, compared: isBusy ? undefined : query.data });
  const shown = useRef<ShownTable>(undefined);
  const takeShown = (table: ShownTable) => {
    shown.current = table;
  };
  return (
    <div className={css.report}>
      <PageHead
        detail={
          isDated(report) && (
            <span className={css.details}>
              <ComparedWith span={query.data?.span ?? span} />
              <CountedBy looking={looking} report={report} />
            </span>
          )
        }
        title={title}
      >
        <FilterButton looking={looking} report={report} />
        <ExportMenu looking={looking} report={report} shown={shown} />
        {isDated(report) && <LookTools looking={looking} prepare={(period) => void prepare(period)} />}
      </PageHead>
      <Chips looking={looking} report={report} />
      {query.isError && query.data === undefined ? (
        <Failure error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Strip
          chosen={measure}
          compared={query.data}
          isBusy={isBusy}
          isCompared={isDated(report) && span.before !== undefined}
          label={title}
          measures={measures}
          onChoose={(metric) => set({ metric })}
          report={report}
        />
      )}
      {measure && report.stats?.intervals && !query.isError && (
        <ReportChart compared={query.data} isBusy={isBusy} looking={looking} measure={measure} report={report} />
      )}
      {report.list ? (
        <RowsTable compared={query.data} list={report.list} looking={looking} onShown={takeShown} report={report} />
      ) : (
        !query.isError && (
          <IntervalTable compared={query.data} isBusy={isBusy} looking={looking} onShown={takeShown} report={report} />
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
