import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RawSearch } from '../data/address.ts';
import { attentionLines } from '../data/found.ts';
import { type MeasureDeclaration, type ReportDeclaration, reportsQuery } from '../data/reports.ts';
import { Bone, Segmented, Sheet } from '../kit/bits.tsx';
import { type Compared, isOutdated, listQuery, statsQuery } from '../looks/asking.ts';
import { ComparedChart } from '../looks/compared-chart.tsx';
import { declaredText } from '../looks/figures.tsx';
import { ComparedWith, type Looking, LookTools, useLooking, usePreparing } from '../looks/look-tools.tsx';
import { preparedPeriods } from '../looks/period-picker.tsx';
import { Failure } from '../shell/failure.tsx';
import { PageHead } from '../shell/head.tsx';
import { ScreenLink } from '../shell/links.tsx';
import { useCalendar } from '../shell/session-context.tsx';
import type { Preset } from '../words/calendar.ts';
import { useFormats, useWords } from '../words/words.tsx';
import { Board, boardLook, boards } from './boards.tsx';
import { NothingSold } from './nothing-sold.tsx';
import css from './overview.module.css';
import { measureOf, sources, Tiles, tilesOf, useChosenTiles } from './tiles.tsx';

const charted = ['revenue.net_revenue', 'revenue.total_sales', 'revenue.orders_count'];

/** What happened, against when; what sells, and what waits for a person. */
export function OverviewScreen() {
  const words = useWords();
  const reports = useQuery(reportsQuery);
  const looking = useLooking();
  const prepare = usePrepare(looking, reports.data);
  const calendar = useCalendar();
  usePreparing(preparedPeriods(calendar), prepare, reports.data !== undefined);
  return (
    <div className={css.overview}>
      <PageHead detail={<ComparedWith span={looking.span} />} title={words.shell.screens.overview ?? ''}>
        <LookTools looking={looking} prepare={(period) => void prepare(period)} />
      </PageHead>
      <Attention />
      <Figures failed={reports.isError ? reports : undefined} looking={looking} reports={reports.data} />
      <div className={css.boards}>
        {boards.map((board) => {
          const report = reports.data?.find(({ slug }) => slug === board.report);
          if (report) return <Board board={board} key={board.report} looking={looking} report={report} />;
          return reports.data ? null : (
            <Sheet key={board.report} title={words.overview.boards[board.report]}>
              <div className={css.boardBones} />
            </Sheet>
          );
        })}
      </div>
    </div>
  );
}

/** Asks for everything that the screen shows of another period. */
function usePrepare({ look, spanFor, timeZone }: Looking, reports: readonly ReportDeclaration[] | undefined) {
  const queries = useQueryClient();
  const [chosen] = useChosenTiles();
  return async (period: Preset): Promise<void> => {
    const span = spanFor(period);
    const next = { ...look, period };
    const stats = sources.flatMap(
      (slug) => reports?.filter((each) => each.slug === slug && isShown(each, chosen)) ?? [],
    );
    const lists = boards.flatMap((board) => {
      const report = reports?.find(({ slug }) => slug === board.report);
      return report ? [{ report, look: boardLook({ look: next }, board) }] : [];
    });
    await Promise.all([
      ...stats.map((report) =>
        queries.prefetchQuery(statsQuery(report, next, { span, timeZone, ...shownOf(report, chosen) })),
      ),
      ...lists.map(({ report, look: own }) => queries.prefetchQuery(listQuery(report, own, span))),
    ]);
  };
}

/** A question without an answer. */
type Failed = Pick<UseQueryResult, 'error' | 'refetch'> | undefined;

interface FiguresProps {
  readonly failed: Failed;
  readonly looking: Looking;
  readonly reports: readonly ReportDeclaration[] | undefined;
}

/** Tiles, and the chart of one of three measures; a failure stands in the room of the chart, so that nothing moves. */
function Figures({ failed, looking, reports }: FiguresProps) {
  const [chosen, choose] = useChosenTiles();
  const answers = useSources(looking, reports, chosen);
  const unanswered = failed ?? answers.find(({ query }) => query.isError && query.data === undefined)?.query;
  const isBusy = answers.some(({ query }) => isOutdated(query));
  const tiles = tilesOf(
    chosen,
    answers.map(({ report, query }) => ({ report, compared: query.data })),
  );
  return (
    <>
      <NothingSold answers={answers.map(({ query }) => query.data)} looking={looking} />
      <Tiles
        choose={choose}
        chosen={chosen}
        isBusy={isBusy}
        isFailed={unanswered !== undefined}
        looking={looking}
        reports={reports}
        tiles={tiles}
      />
      <LeadingChart answers={tiles} failed={unanswered} isBusy={isBusy} looking={looking} />
    </>
  );
}

/** One question to each report that tiles come from; all of them are answered together. */
function useSources(
  { look, span, timeZone }: Looking,
  reports: readonly ReportDeclaration[] | undefined,
  chosen: readonly string[],
) {
  const find = (slug: string) => reports?.find((each) => each.slug === slug);
  const [first, second, third] = sources.map(find);
  const options = (report: ReportDeclaration | undefined) => ({
    ...statsQuery(report ?? nothing, look, { span, timeZone, ...shownOf(report, chosen) }),
    enabled: isShown(report, chosen),
  });
  const queries = [useQuery(options(first)), useQuery(options(second)), useQuery(options(third))];
  const answers = queries.map((query, index) => ({ report: [first, second, third][index], query }));
  return answers.filter(({ report }) => !report || isShown(report, chosen));
}

const nothing: ReportDeclaration = {
  slug: '',
  title: '',
  question: '',
  access: '',
  export: null,
  stats: null,
  list: null,
  filters: [],
  match: { stats: false, list: false },
};

/** What the screen shows of a report: only revenue has a chart. */
const shownOf = (report: ReportDeclaration | undefined, chosen: readonly string[]) => ({
  fields: fieldsOf(report, chosen),
  totalsBefore: report?.slug !== 'revenue',
});

const isShown = (report: ReportDeclaration | undefined, chosen: readonly string[]): boolean =>
  fieldsOf(report, chosen).length > 0;

/** The measures of a report that the screen shows. */
const fieldsOf = (report: ReportDeclaration | undefined, chosen: readonly string[]): readonly string[] =>
  [...new Set([...chosen, ...charted])].flatMap((id) => (report && measureOf(report, id)?.name) ?? []);

interface LeadingChartProps {
  readonly answers: ReturnType<typeof tilesOf>;
  readonly failed: Failed;
  readonly looking: Looking;
  readonly isBusy: boolean;
}

function LeadingChart({ answers, failed, looking, isBusy }: LeadingChartProps) {
  const words = useWords();
  const compared: Compared | undefined = answers.find(({ id }) => id.startsWith('revenue.'))?.source?.compared;
  const report = answers.find(({ id }) => id.startsWith('revenue.'))?.source?.report;
  const measures = charted.flatMap((id) => (report ? (measureOf(report, id) ?? []) : []));
  const [name, setName] = useState('net_revenue');
  const measure: MeasureDeclaration | undefined = measures.find((each) => each.name === name) ?? measures[0];
  return (
    <Sheet
      aside={
        <Segmented
          label={words.reports.columns}
          name="charted"
          onChange={setName}
          options={measures.map((each) => ({ value: each.name, label: declaredText(words, each) }))}
          value={measure?.name ?? ''}
        />
      }
      detail={words.reports.by[looking.span.interval]}
      title={(measure && declaredText(words, measure)) ?? (failed ? '–' : <Bone width={10} />)}
    >
      <div aria-busy={isBusy || undefined} className={css.chart}>
        {failed && <Failure error={failed.error} retry={() => void failed.refetch()} />}
        {!failed && compared && measure && (
          <ComparedChart
            compared={compared}
            measure={measure}
            onZoom={(period) => looking.set({ period, by: undefined })}
          />
        )}
      </div>
    </Sheet>
  );
}

/** Where each line leads: the records that it counts. */
const attentionTargets: Readonly<Record<string, readonly [to: string, search?: RawSearch]>> = {
  orders_on_hold: ['/orders', { status: 'on-hold' }],
  products_out_of_stock: ['/reports/stock', { if: 'stock_status.is:outofstock' }],
  products_low_stock: ['/reports/stock', { if: 'stock_status.is:lowstock' }],
  items_out_of_stock: ['/stockroom', { status: 'out_of_stock' }],
  items_low_stock: ['/stockroom', { status: 'low' }],
  jobs_failed: ['/jobs', { state: 'failed' }],
  mails_failed: ['/mail', { status: 'failed' }],
  extensions_failed: ['/extensions'],
};
const grave = new Set([
  'products_out_of_stock',
  'items_out_of_stock',
  'jobs_failed',
  'ledger_differs',
  'mails_failed',
  'extensions_failed',
]);

/** What waits for a person; only lines that are not zero. */
function Attention() {
  const words = useWords();
  const formats = useFormats();
  const { data: lines = [] } = useQuery({
    queryKey: ['attention'],
    queryFn: ({ signal }) => attentionLines(signal),
    meta: { topics: ['orders', 'stock', 'catalog', 'jobs'] },
  });
  return (
    <ul aria-label={words.overview.attention.label} className={css.attention}>
      {lines.map(({ name, count }) => {
        const text = words.overview.attention.lines[name]?.(count) ?? `${formats.count(count)} ${name}`;
        const [to, search] = attentionTargets[name] ?? [];
        return (
          <li className={css.attentionLine} data-grave={grave.has(name) || undefined} key={name}>
            {to ? (
              <ScreenLink search={search} to={to}>
                {text}
              </ScreenLink>
            ) : (
              text
            )}
          </li>
        );
      })}
    </ul>
  );
}
