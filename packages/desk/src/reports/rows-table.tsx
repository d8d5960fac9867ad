import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReportRow } from '../data/answers.ts';
import type { ColumnDeclaration, ListDeclaration, ReportDeclaration } from '../data/reports.ts';
import { Empty, Meaning, Sheet } from '../kit/bits.tsx';
import { Pager } from '../kit/table/pager.tsx';
import { type Column, Table } from '../kit/table/table.tsx';
import { type Compared, listQuery } from '../looks/asking.ts';
import { declaredText } from '../looks/figures.tsx';
import type { Looking } from '../looks/look-tools.tsx';
import { textAt, valueAt } from '../looks/rows.ts';
import { Failure } from '../shell/failure.tsx';
import { useGo, useRecordPath } from '../shell/links.tsx';
import { useShortcuts } from '../shell/shortcuts.ts';
import { useFormats, useWords } from '../words/words.tsx';
import { isNumeric, ReportCell } from './cells.tsx';
import { ColumnsMenu, shownColumns } from './columns-menu.tsx';
import { NothingCounted } from './report-chart.tsx';

interface RowsTableProps {
  readonly report: ReportDeclaration;
  readonly list: ListDeclaration;
  readonly looking: Looking;
  readonly compared: Compared | undefined;
}

/** The list of a report. */
export function RowsTable({ report, list, looking, compared }: RowsTableProps) {
  const words = useWords();
  const formats = useFormats();
  const { look, set, span } = looking;
  const query = useQuery(listQuery(report, look, span));
  const queries = useQueryClient();
  const columns = useColumns({ report, list, looking, compared, rows: query.data?.rows ?? [] });
  const open = useRowOpener(list);
  const last = Math.max(1, Math.ceil((query.data?.total ?? 0) / look.per));
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
      aside={<ColumnsMenu columns={list.columns} looking={looking} rows={query.data?.rows ?? []} />}
      detail={query.data ? formats.count(query.data.total) : undefined}
      flush
      title={declaredText(words, { label: report.title })}
    >
      <div aria-busy={query.isPlaceholderData || undefined}>
        {isEmpty ? (
          list.dated ? (
            <NothingCounted looking={looking} />
          ) : (
            <Empty text={words.reports.empty.list} />
          )
        ) : (
          <Table
            bones={query.data ? undefined : 10}
            caption={words.reports.table.caption(declaredText(words, { label: report.title }))}
            columns={columns}
            keyOf={(row) => list.key.map((name) => String(row[name])).join('-')}
            onOpen={open}
            onSort={(sort) => set({ sort: sort || undefined })}
            rows={query.data?.rows ?? []}
            sort={look.sort ?? list.sort}
            totalLabel={words.reports.table.total}
          />
        )}
      </div>
      <Pager
        last={last}
        nextLabel={words.action.next}
        onAim={(page) =>
          page >= 1 && page <= last && void queries.prefetchQuery(listQuery(report, { ...look, page }, span))
        }
        onPage={turn}
        onPerPage={(per) => set({ per, page: 1 })}
        page={look.page}
        perPage={look.per}
        perPageLabel={words.reports.table.perPage}
        previousLabel={words.action.previous}
        text={words.reports.table.page(look.page, last)}
      />
    </Sheet>
  );
}

interface ColumnsGiven extends RowsTableProps {
  readonly rows: readonly ReportRow[];
}

function useColumns({ report, list, looking: { look }, compared, rows }: ColumnsGiven): readonly Column<ReportRow>[] {
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
      cell: (row) => <ReportCell column={column} row={row} />,
      aside:
        column.meaning && isNumeric(column.unit) ? (
          <Meaning label={words.reports.meaning(label)}>{column.meaning}</Meaning>
        ) : undefined,
      foot: typeof total === 'number' && isNumeric(column.unit) ? formats.number(total, column.unit) : undefined,
      bar: barOf(column, sorted, rows),
    };
  });
}

/** Bars stand in the column that is sorted by, as parts of the largest on the page. */
function barOf(column: ColumnDeclaration, sorted: string, rows: readonly ReportRow[]): Column<ReportRow>['bar'] {
  if (column.sort !== sorted || !isNumeric(column.unit)) return undefined;
  const most = Math.max(...rows.map((row) => Number(valueAt(row, column.path) ?? 0)), 0);
  return most > 0 ? (row) => Number(valueAt(row, column.path) ?? 0) / most : undefined;
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
