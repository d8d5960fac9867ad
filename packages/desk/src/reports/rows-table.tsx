import { useEffect } from 'react';
import type { ReportRow } from '../data/answers.ts';
import type { ColumnDeclaration, ListDeclaration, ReportDeclaration } from '../data/reports.ts';
import { Empty, Sheet } from '../kit/bits.tsx';
import { NewerRows } from '../kit/table/parts.tsx';
import { useSteadyRows } from '../kit/table/steady-rows.ts';
import { type Column, Table } from '../kit/table/table.tsx';
import type { Compared } from '../looks/asking.ts';
import { declaredText } from '../looks/figures.tsx';
import type { Looking } from '../looks/look-tools.tsx';
import { isDated } from '../looks/questions.ts';
import { shownValue, textAt } from '../looks/rows.ts';
import { Failure } from '../shell/failure.tsx';
import { useGo, useLastPage, useRecordPath } from '../shell/links.tsx';
import { useShortcuts } from '../shell/shortcuts.ts';
import { useFormats, useWords } from '../words/words.tsx';
import { cellContent, isNumeric } from './cells.tsx';
import { ColumnsMenu, shownColumns, useShownTable } from './columns-menu.tsx';
import { useCompareChecked } from './compare-checked.tsx';
import { ListPages } from './list-pages.tsx';
import { MeaningOf } from './meaning-of.tsx';
import { canShowPrevious, useColumnsBeside, useListBefore } from './previous-values.tsx';
import { NothingCounted } from './report-chart.tsx';
import { useNarrowingMenus } from './row-menus.tsx';
import { useListRows, useRowTree } from './row-tree.ts';
import type { ShownTable } from './shown-table.ts';

interface RowsTableProps {
  readonly report: ReportDeclaration;
  readonly list: ListDeclaration;
  readonly looking: Looking;
  readonly compared: Compared | undefined;
  /** Takes the table as it is shown, for files. */
  readonly onShown: (table: ShownTable) => void;
}

/** The list of a report. */
export function RowsTable({ report, list, looking, compared, onShown }: RowsTableProps) {
  const words = useWords();
  const formats = useFormats();
  const { look, set } = looking;
  const { query, question, treeColumn } = useListRows(report, list, looking);
  const keyOf = (row: ReportRow) => list.key.map((name) => String(row[name])).join('-');
  const steady = useSteadyRows(query.data?.rows, { question, keyOf, isPaged: !treeColumn && look.page > 1 });
  const rows = steady.rows ?? [];
  const before = useListBefore(report, looking, rows);
  const sort = look.sort ?? list.sort;
  const nameOf = (row: ReportRow) => nameIn(row, list);
  const pairs = useColumnsBeside(report, useColumns({ report, list, looking, compared, rows }), { before, sort });
  const { columns, menu } = useNarrowingMenus(report, looking, { columns: pairs, nameOf });
  const checking = useCompareChecked(report, looking, nameOf);
  const tree = useRowTree(treeColumn, rows, nameOf);
  const shown = useShownTable(list, looking, rows);
  useEffect(() => onShown(shown));
  const open = useRowOpener(list);
  const last = treeColumn ? 1 : Math.max(1, Math.ceil((query.data?.total ?? 0) / look.per));
  useLastPage(look.page, question === undefined ? undefined : query.data && last, (page) =>
    set({ page }, { replace: true }),
  );
  const turn = (page: number) => page >= 1 && page <= last && set({ page });
  useShortcuts({ '[': () => turn(look.page - 1), ']': () => turn(look.page + 1) });
  if (query.isError && query.data === undefined) {
    return (
      <Sheet title={declaredText(words, { label: report.title })}>
        <Failure error={query.error} retry={() => void query.refetch()} />
      </Sheet>
    );
  }
  const isEmpty = query.data?.rows.length === 0 && look.page === 1;
  return (
    <Sheet
      aside={
        <ColumnsMenu columns={list.columns} hasPrevious={canShowPrevious(report)} looking={looking} shown={shown} />
      }
      detail={query.data ? formats.count(query.data.total) : undefined}
      flush
      title={declaredText(words, { label: report.title })}
    >
      {checking.bar}
      {steady.newer > 0 && (
        <NewerRows
          label={words.report.table.showNewer}
          onShow={steady.showNewer}
          text={words.report.table.newer(steady.newer)}
        />
      )}
      <div aria-busy={question === undefined || undefined} ref={steady.place}>
        {isEmpty ? (
          isDated(report) || look.conditions.length > 0 ? (
            <NothingCounted looking={looking} />
          ) : (
            <Empty text={words.report.table.none} />
          )
        ) : (
          <Table
            bones={query.data ? undefined : 10}
            caption={words.report.table.caption(declaredText(words, { label: report.title }))}
            check={checking.check}
            columns={columns}
            folds={words.report.table.more}
            keyOf={keyOf}
            nesting={tree.nesting}
            onOpen={open}
            onSort={(sort) => set({ sort: sort || undefined })}
            question={question}
            rows={tree.rows}
            sort={sort}
            totalLabel={words.report.table.total}
          />
        )}
      </div>
      {!treeColumn && <ListPages last={last} looking={looking} report={report} turn={turn} />}
      {menu}
    </Sheet>
  );
}

interface ColumnsOptions extends Omit<RowsTableProps, 'onShown'> {
  readonly rows: readonly ReportRow[];
}

function useColumns({ report, list, looking: { look }, compared, rows }: ColumnsOptions): readonly Column<ReportRow>[] {
  const words = useWords();
  const formats = useFormats();
  const sorted = (look.sort ?? list.sort).replace(/^-/, '');
  const totals = list.totals === report.stats?.path ? compared?.now.totals : undefined;
  return shownColumns(list.columns, look.cols).map((column): Column<ReportRow> => {
    const label = declaredText(words, column);
    const total = totals?.[column.name];
    return {
      name: column.name,
      label,
      isNumber: isNumeric(column.unit),
      sort: column.sort ?? undefined,
      cell: (row) => cellContent(row, column, { words, formats }),
      aside:
        column.meaning && isNumeric(column.unit) ? (
          <MeaningOf label={label} meaning={column.meaning} report={report} />
        ) : undefined,
      value: (row) => String(shownValue(row, column) ?? ''),
      foot: typeof total === 'number' && isNumeric(column.unit) ? formats.number(total, column.unit) : undefined,
      bar: barOf(column, sorted, rows),
    };
  });
}

/** The first text of a row. */
const nameIn = (row: ReportRow, { columns }: ListDeclaration): string =>
  columns
    .filter(({ unit }) => unit === 'text')
    .map(({ path }) => textAt(row, path))
    .find((text) => text !== '') ?? '';

/** Bars stand in the column that is sorted by, as parts of the largest on the page. */
function barOf(column: ColumnDeclaration, sorted: string, rows: readonly ReportRow[]): Column<ReportRow>['bar'] {
  if (column.sort !== sorted || !isNumeric(column.unit)) return undefined;
  const most = Math.max(...rows.map((row) => Number(shownValue(row, column) ?? 0)), 0);
  return most > 0 ? (row) => Number(shownValue(row, column) ?? 0) / most : undefined;
}

/** Opens the record of a row, where there is a screen for it: the first link of its columns. */
function useRowOpener({ columns }: ListDeclaration): ((row: ReportRow) => void) | undefined {
  const go = useGo();
  const pathOf = useRecordPath();
  const link = columns.find(
    (each) => each.link !== null && each.unit !== 'words' && pathOf(each.link.to, '0') !== undefined,
  )?.link;
  if (!link) return undefined;
  return (row) => {
    const to = pathOf(link.to, textAt(row, link.id), link.parent === null ? '' : textAt(row, link.parent));
    if (to !== undefined) go(to);
  };
}
