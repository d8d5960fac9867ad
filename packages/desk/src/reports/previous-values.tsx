import { useQuery } from '@tanstack/react-query';
import type { ReportRow } from '../data/answers.ts';
import { namedBy } from '../data/names.ts';
import type { FilterDeclaration, MeasureDeclaration, ReportDeclaration } from '../data/reports.ts';
import { TwoLines } from '../kit/table/parts.tsx';
import type { Column } from '../kit/table/table.tsx';
import { listBeforeQuery } from '../looks/asking.ts';
import { declaredText, MeasureChange } from '../looks/figures.tsx';
import type { Looking } from '../looks/look-tools.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { MOST_ROWS } from './whole-list.ts';

/** The filter that takes the ids of the rows of a list, and the member of a row that has its id. */
interface RowFilter {
  readonly filter: FilterDeclaration;
  readonly key: string;
}

/** How the rows of a list are named in a filter; undefined where no filter takes them. */
export function rowFilterOf({ slug, list, filters }: ReportDeclaration): RowFilter | undefined {
  for (const filter of filters) {
    const key = namedBy(filter.of ?? '', slug);
    const isOfRows = key !== undefined && list?.key.includes(key) === true;
    if (isOfRows && filter.takes === 'ids' && filter.is !== undefined && filter.on.includes('list'))
      return { filter, key };
  }
  return undefined;
}

/** Measures of a report that are columns of its list: only they differ from one period to another. */
const comparedMeasures = ({ stats, list }: ReportDeclaration): readonly MeasureDeclaration[] =>
  (stats?.measures ?? []).filter(({ name }) => list?.columns.some((column) => column.name === name));

/** Whether the values of a list can be shown beside those before. */
export const canShowPrevious = (report: ReportDeclaration): boolean =>
  report.list?.dated === true && rowFilterOf(report) !== undefined && comparedMeasures(report).length > 0;

/** The value of a measure in the row of before: undefined where there is none, or it is not asked for. */
export type Before = (row: ReportRow, measure: string) => number | undefined;

/** Reads the shown rows of a list in the days before, where that is chosen. */
export function useListBefore(
  report: ReportDeclaration,
  looking: Looking,
  rows: readonly ReportRow[],
): Before | undefined {
  const named = rowFilterOf(report);
  const isAsked = looking.look.showsPrevious && canShowPrevious(report) && looking.span.before !== undefined;
  const key = named?.key ?? '';
  const ids = rows
    .map((row) => Number(row[key]))
    .filter(Number.isSafeInteger)
    .slice(0, MOST_ROWS);
  const asked = { ...looking, look: { ...looking.look, per: MOST_ROWS } };
  const query = listBeforeQuery(report, asked, { parameter: named?.filter.is ?? '', ids });
  const { data } = useQuery({ ...query, enabled: isAsked && ids.length > 0 });
  if (!isAsked) return undefined;
  const byId = new Map((data?.rows ?? []).map((row) => [String(row[key]), row]));
  return (row, measure) => {
    if (!data || !ids.includes(Number(row[key]))) return undefined;
    return Number(byId.get(String(row[key]))?.[measure] ?? 0);
  };
}

/** Columns with the value before under each measure, and the change of the sorted one, else of the lead, beside the first column. */
export function useColumnsBeside(
  report: ReportDeclaration,
  columns: readonly Column<ReportRow>[],
  { before, sort }: { readonly before: Before | undefined; readonly sort: string },
): readonly Column<ReportRow>[] {
  const words = useWords();
  const formats = useFormats();
  if (!before) return columns;
  const measures = (report.stats?.measures ?? []).filter(({ name }) => columns.some((column) => column.name === name));
  const lead =
    measures.find(({ name }) => name === sort.replace(/^-/, '')) ??
    measures.find(({ name }) => name === report.stats?.lead) ??
    measures[0];
  const written = columns.map((column): Column<ReportRow> => {
    const measure = measures.find(({ name }) => name === column.name);
    if (!measure) return column;
    return {
      ...column,
      cell: (row) => {
        const old = before(row, measure.name);
        const text = old === undefined ? '–' : formats.number(old, measure.unit);
        return <TwoLines before={text} now={column.cell(row)} />;
      },
    };
  });
  if (!lead) return written;
  const change: Column<ReportRow> = {
    name: 'change',
    label: words.report.table.changeOf(declaredText(words, lead)),
    isNumber: true,
    cell: (row) => {
      const old = before(row, lead.name);
      if (old === undefined) return '–';
      return <MeasureChange before={old} measure={lead} now={Number(row[lead.name] ?? 0)} />;
    },
  };
  const [first, ...others] = written;
  return first ? [first, change, ...others] : written;
}
