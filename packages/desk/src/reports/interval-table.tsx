import { useEffect } from 'react';
import type { ReportRow, Totals } from '../data/answers.ts';
import type { MeasureDeclaration, ReportDeclaration } from '../data/reports.ts';
import { Sheet } from '../kit/bits.tsx';
import { MenuAt } from '../kit/menu.tsx';
import { useNarrow } from '../kit/narrow.ts';
import { Pager } from '../kit/table/pager.tsx';
import { type Column, Table } from '../kit/table/table.tsx';
import type { Compared } from '../looks/asking.ts';
import { bucketsNamed } from '../looks/compared-chart.tsx';
import { declaredText } from '../looks/figures.tsx';
import { carried, writeLook } from '../looks/look.ts';
import type { Looking } from '../looks/look-tools.tsx';
import { useGo } from '../shell/links.tsx';
import { useShortcuts } from '../shell/shortcuts.ts';
import { useFormats, useWords } from '../words/words.tsx';
import { useBucketActions } from './chart/bucket-actions.ts';
import { ColumnsMenu, shownColumns } from './columns-menu.tsx';
import { MeaningOf } from './meaning-of.tsx';
import { type Before, useColumnsBeside } from './previous-values.tsx';
import { useRowMenus } from './row-menus.tsx';
import type { ShownTable } from './shown-table.ts';

interface IntervalTableProps {
  readonly report: ReportDeclaration;
  readonly compared: Compared | undefined;
  readonly looking: Looking;
  readonly isBusy: boolean;
  /** Takes the table as it is shown, for files. */
  readonly onShown: (table: ShownTable) => void;
}

const DATE = 'date';

/** The buckets of a report without a list of its own: a row for each, the newest first. */
export function IntervalTable({ report, compared, looking, isBusy, onShown }: IntervalTableProps) {
  const words = useWords();
  const formats = useFormats();
  const go = useGo();
  // Keys by index reuse the rows of another period; rows that can be unfolded have a state of their own.
  const isNarrow = useNarrow();
  const { look, set, span } = looking;
  const strip = report.stats?.strip ?? [];
  const measures = measuresOf(report);
  const offered = [
    { name: DATE, label: words.reports.interval[span.interval], path: DATE, shown: true },
    ...measures.map(({ name, label }) => ({ name, label, path: name, shown: strip.includes(name) })),
  ];
  const sort = look.sort ?? `-${DATE}`;
  const rows = compared ? sortedRows(rowsOf(compared, bucketsNamed(compared, formats).now), sort) : [];
  const last = Math.max(1, Math.ceil(rows.length / look.per));
  const page = Math.min(look.page, last);
  const turn = (to: number) => to >= 1 && to <= last && set({ page: to });
  useShortcuts({ '[': () => turn(page - 1), ']': () => turn(page + 1) });
  const columns = shownColumns(offered, look.cols).map(({ name, label }) => {
    const measure = measures.find((each) => each.name === name);
    return measure ? measureColumn(measure, { label: declaredText(words, measure), rows, sort }) : dateColumn(label);
  });
  const shownRows = rows.slice((page - 1) * look.per, page * look.per);
  const columnsWithPrevious = useColumnsBeside(report, useTold(report, columns, compared), {
    before: look.showsPrevious && span.before ? beforeOf(compared) : undefined,
    sort,
  });
  const { columns: columnsWithMenus, menu } = useBucketMenus(report, looking, columnsWithPrevious);
  const shown = {
    columns: columns.map(({ name, label }) => ({ label, text: (row: ReportRow) => String(row[name] ?? '') })),
    rows: shownRows,
  };
  useEffect(() => onShown(shown));
  return (
    <Sheet
      aside={<ColumnsMenu columns={offered} hasPrevious looking={looking} shown={shown} />}
      detail={compared && formats.count(rows.length)}
      flush
      title={capitalised(words.reports.by[span.interval])}
    >
      <div aria-busy={isBusy || undefined}>
        <Table
          bones={compared ? undefined : 10}
          caption={words.report.table.caption(declaredText(words, { label: report.title }))}
          columns={columnsWithMenus}
          folds={words.report.table.more}
          keyOf={(row) => `${row.place}${isNarrow ? row.date : ''}`}
          onOpen={(row) => go('/reports/orders', { search: writeLook({ ...carried(look), period: daysOf(row) }) })}
          onSort={(next) => set({ sort: next || undefined })}
          question={isBusy ? undefined : compared?.question}
          rows={shownRows}
          sort={sort}
          totalLabel={words.report.table.total}
        />
      </div>
      <Pager
        last={last}
        nextLabel={words.action.next}
        onPage={turn}
        onPerPage={(per) => set({ per, page: 1 })}
        page={page}
        perPage={look.per}
        perPageLabel={words.report.table.perPage}
        previousLabel={words.action.previous}
        text={words.report.table.page(page, last)}
      />
      {menu}
    </Sheet>
  );
}

/** Menus of rows with what the chart offers for their buckets. */
function useBucketMenus(report: ReportDeclaration, looking: Looking, columns: readonly Column<ReportRow>[]) {
  const actions = useBucketActions(report, looking);
  const nameOf = (row: ReportRow) => String(row.date);
  return useRowMenus({
    columns,
    nameOf,
    hasMenu: () => true,
    menuOf: ({ row, ...opened }) => (
      <MenuAt {...opened} groups={actions(daysOf(row), nameOf(row))} label={nameOf(row)} />
    ),
  });
}

/** First and last day of the bucket of a row. */
const daysOf = ({ start, end }: ReportRow) => ({
  after: String(start).slice(0, 10),
  before: String(end).slice(0, 10),
});

/** The value of the bucket of the same place before. */
const beforeOf =
  (compared: Compared | undefined): Before =>
  ({ place }, measure) =>
    (compared?.before?.intervals[Number(place)]?.subtotals as Totals | undefined)?.[measure];

/** Measures of the strip, the first of them last, where the eye ends; then the others. */
function measuresOf({ stats }: ReportDeclaration): readonly MeasureDeclaration[] {
  const all = (stats?.measures ?? []).filter(({ totals_only: isTotal }) => !isTotal);
  const [lead, ...strip] = stats?.strip ?? [];
  const order = [...strip, lead];
  const placed = order.flatMap((name) => all.find((each) => each.name === name) ?? []);
  return [...placed, ...all.filter(({ name }) => !order.includes(name))];
}

const capitalised = (text: string): string => text.slice(0, 1).toLocaleUpperCase() + text.slice(1);

const rowsOf = ({ now }: Compared, names: readonly string[]): readonly ReportRow[] =>
  now.intervals.map(({ date_start: start, date_end: end, subtotals }, place) => ({
    ...(subtotals as Totals),
    date: names[place],
    place,
    start,
    end,
  }));

function sortedRows(rows: readonly ReportRow[], sort: string): readonly ReportRow[] {
  const name = sort.replace(/^-/, '');
  const rising = name === DATE ? [...rows] : rows.toSorted((a, b) => Number(a[name] ?? 0) - Number(b[name] ?? 0));
  return sort.startsWith('-') ? rising.reverse() : rising;
}

/** A column before its texts are written. */
type Draft = Pick<Column<ReportRow>, 'name' | 'label' | 'bar'> & { readonly measure?: MeasureDeclaration };

const dateColumn = (label: string): Draft => ({ name: DATE, label });

function measureColumn(
  measure: MeasureDeclaration,
  { label, rows, sort }: { readonly label: string; readonly rows: readonly ReportRow[]; readonly sort: string },
): Draft {
  const { name } = measure;
  const most = Math.max(...rows.map((row) => Number(row[name] ?? 0)), 0);
  const isSorted = sort.replace(/^-/, '') === name;
  return { name, label, measure, bar: isSorted && most > 0 ? (row) => Number(row[name] ?? 0) / most : undefined };
}

function useTold(
  report: ReportDeclaration,
  drafts: readonly Draft[],
  compared: Compared | undefined,
): readonly Column<ReportRow>[] {
  const formats = useFormats();
  return drafts.map(({ measure, ...draft }): Column<ReportRow> => {
    if (!measure) return { ...draft, sort: DATE, cell: (row) => String(row.date) };
    const total = compared?.now.totals[measure.name] as number | undefined;
    return {
      ...draft,
      isNumber: true,
      sort: measure.name,
      cell: (row) => formats.number(Number(row[measure.name] ?? 0), measure.unit),
      value: (row) => row[measure.name],
      onPhone: measure.name === report.stats?.lead,
      aside: <MeaningOf label={draft.label} meaning={measure.meaning} report={report} />,
      foot: total === undefined ? undefined : formats.number(total, measure.unit),
    };
  });
}
