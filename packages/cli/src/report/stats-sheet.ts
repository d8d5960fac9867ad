import { type PrintedNumber, type PublishedRow, printedReports } from '@backroom/core/analytics';
import { pairs, table } from '../print.ts';
import { type Cell, cellsOf, forPeople, type Sheet, type SheetSettings, sheetOf, textOf } from './sheet.ts';
import { sparkline } from './sparkline.ts';

type SegmentedRow = PublishedRow & { readonly segments?: readonly SheetSegment[] };
interface SheetSegment {
  readonly segment_id: number;
  readonly segment_label: string;
  readonly subtotals: PublishedRow;
}
interface SheetInterval extends PublishedRow {
  readonly interval: string;
  readonly date_start: string;
  readonly subtotals: SegmentedRow;
}

/** The answer of a `/stats` report; without intervals for reports without a date range. */
export interface StatsAnswer {
  readonly totals: SegmentedRow;
  readonly intervals?: readonly SheetInterval[];
}

/** The request of a `/stats` report. */
export interface StatsRequest {
  readonly name: string;
  /** Whether certain numbers were requested (`fields`). */
  readonly isNarrowed: boolean;
  readonly numbers: readonly PrintedNumber[];
}

const numbersIn = (numbers: readonly PrintedNumber[], row: PublishedRow | undefined): readonly PrintedNumber[] =>
  numbers.filter(({ name }) => row !== undefined && Object.hasOwn(row, name));
const heads = (numbers: readonly PrintedNumber[]): readonly string[] => numbers.map(({ header }) => header);

/** The sheet for a file: one row per interval, or per segment of each interval; without intervals a row of totals. */
export function sheetOfStats({ totals, intervals }: StatsAnswer, { name, isNarrowed, numbers }: StatsRequest): Sheet {
  if (!intervals) {
    const shown = numbersIn(numbers, totals);
    return { headers: heads(shown), rows: [cellsOf(shown, totals)] };
  }
  const segments = intervals.flatMap(({ date_start, subtotals }) =>
    (subtotals.segments ?? []).map((segment) => ({ date_start, ...segment })),
  );
  if (segments.length > 0 || (totals.segments ?? []).length > 0) {
    const shown = numbers.filter(({ name: each }) =>
      Object.hasOwn((totals.segments?.[0] ?? segments[0])?.subtotals ?? {}, each),
    );
    return {
      headers: ['Date', 'Segment', 'Segment name', ...heads(shown)],
      rows: segments.map(({ date_start, segment_id, segment_label, subtotals }) => [
        ...[date_start, segment_id, segment_label].map(textOf),
        ...cellsOf(shown, subtotals),
      ]),
    };
  }
  return sheetOfIntervals(intervals, { name, isNarrowed, numbers });
}

/** One row per interval; revenue has the columns of its export, unless certain numbers were requested. */
function sheetOfIntervals(intervals: readonly SheetInterval[], { name, isNarrowed, numbers }: StatsRequest): Sheet {
  if (name === 'revenue/stats' && !isNarrowed)
    return sheetOf(printedReports.revenue, intervals, { manageStock: true, nameOf: () => undefined });
  const [first] = intervals;
  const shown = first ? numbersIn(numbers, first.subtotals) : numbers;
  return {
    headers: ['Date', ...heads(shown)],
    rows: intervals.map(({ date_start, subtotals }) => [textOf(date_start), ...cellsOf(shown, subtotals)]),
  };
}

/** The lines for people: totals with a sparkline over the intervals, segments of the totals, and the intervals. */
export function linesOfStats(answer: StatsAnswer, request: StatsRequest, settings: SheetSettings): readonly string[] {
  const { totals, intervals } = answer;
  const print = forPeople(settings);
  const shown = numbersIn(request.numbers, totals);
  const totalOf = ({ name, kind }: PrintedNumber) => print({ value: totals[name], kind });
  if (!intervals) return pairs(Object.fromEntries(shown.map((each) => [each.header, totalOf(each)])));
  const inTime = intervals.toSorted((a, b) => (a.date_start < b.date_start ? -1 : 1));
  const first = inTime[0]?.interval;
  const last = inTime.at(-1)?.interval;
  const line = ({ name }: PrintedNumber) =>
    sparkline(inTime.flatMap(({ subtotals }) => (typeof subtotals[name] === 'number' ? [subtotals[name]] : [])));
  return [
    ...table(
      ['number', 'total', first === undefined ? '' : first === last ? first : `${first} to ${last}`],
      shown.map((each) => [each.header, totalOf(each), line(each)]),
    ),
    ...linesOfSegments(totals.segments ?? [], request.numbers, print),
    ...(intervals.length === 0 ? [] : ['', ...linesOf(sheetOfIntervals(intervals, request), print)]),
  ];
}

function linesOfSegments(
  segments: readonly SheetSegment[],
  numbers: readonly PrintedNumber[],
  print: (cell: Cell) => string | null,
): readonly string[] {
  const shown = numbersIn(numbers, segments[0]?.subtotals);
  const rows = segments.map(({ segment_id, segment_label, subtotals }) => [
    ...[segment_id, segment_label].map(textOf),
    ...cellsOf(shown, subtotals),
  ]);
  return rows.length === 0 ? [] : ['', ...linesOf({ headers: ['id', 'segment', ...heads(shown)], rows }, print)];
}

/** A sheet in aligned columns. */
export const linesOf = ({ headers, rows }: Sheet, print: (cell: Cell) => string | null): readonly string[] =>
  table(
    headers,
    rows.map((row) => row.map(print)),
  );
