import { type PrintedNumber, type PublishedRow, printedReports } from '@backroom/core';
import { pairs, table } from '../print.ts';
import { type Cell, cellsOf, type Deciding, forPeople, type Sheet, sheetOf, textOf } from './sheet.ts';
import { sparkline } from './sparkline.ts';

type Numbers = PublishedRow & { readonly segments?: readonly Part[] };
interface Part {
  readonly segment_id: number;
  readonly segment_label: string;
  readonly subtotals: PublishedRow;
}
interface Interval extends PublishedRow {
  readonly interval: string;
  readonly date_start: string;
  readonly subtotals: Numbers;
}

/** What a report answers that adds up; without intervals where it only counts what there is. */
export interface Sums {
  readonly totals: Numbers;
  readonly intervals?: readonly Interval[];
}

/** How a report that adds up was asked. */
export interface AskedSums {
  readonly name: string;
  /** Whether the numbers were named. */
  readonly isNarrowed: boolean;
  readonly numbers: readonly PrintedNumber[];
}

const toldIn = (numbers: readonly PrintedNumber[], row: PublishedRow | undefined): readonly PrintedNumber[] =>
  numbers.filter(({ name }) => row !== undefined && Object.hasOwn(row, name));
const heads = (numbers: readonly PrintedNumber[]): readonly string[] => numbers.map(({ header }) => header);

/** The sheet for a file: a row for each interval, or for each part of each; one row of totals where there are no intervals. */
export function sheetOfSums({ totals, intervals }: Sums, { name, isNarrowed, numbers }: AskedSums): Sheet {
  if (!intervals) {
    const shown = toldIn(numbers, totals);
    return { headers: heads(shown), rows: [cellsOf(shown, totals)] };
  }
  const parts = intervals.flatMap(({ date_start, subtotals }) =>
    (subtotals.segments ?? []).map((part) => ({ date_start, ...part })),
  );
  if (parts.length > 0 || (totals.segments ?? []).length > 0) {
    const shown = numbers.filter(({ name: each }) =>
      Object.hasOwn((totals.segments?.[0] ?? parts[0])?.subtotals ?? {}, each),
    );
    return {
      headers: ['Date', 'Segment', 'Segment name', ...heads(shown)],
      rows: parts.map(({ date_start, segment_id, segment_label, subtotals }) => [
        ...[date_start, segment_id, segment_label].map(textOf),
        ...cellsOf(shown, subtotals),
      ]),
    };
  }
  return sheetOfIntervals(intervals, { name, isNarrowed, numbers });
}

/** A row for each interval; those of revenue as they are exported, unless numbers were named. */
function sheetOfIntervals(intervals: readonly Interval[], { name, isNarrowed, numbers }: AskedSums): Sheet {
  if (name === 'revenue/stats' && !isNarrowed)
    return sheetOf(printedReports.revenue, intervals, { manageStock: true, nameOf: () => undefined });
  const [first] = intervals;
  const shown = first ? toldIn(numbers, first.subtotals) : numbers;
  return {
    headers: ['Date', ...heads(shown)],
    rows: intervals.map(({ date_start, subtotals }) => [textOf(date_start), ...cellsOf(shown, subtotals)]),
  };
}

/** The same for people: totals with a sparkline over the intervals, parts of the totals, and the intervals one by one. */
export function linesOfSums(sums: Sums, asked: AskedSums, deciding: Deciding): readonly string[] {
  const { totals, intervals } = sums;
  const print = forPeople(deciding);
  const shown = toldIn(asked.numbers, totals);
  const totalOf = ({ name, kind }: PrintedNumber) => print({ value: totals[name], kind });
  if (!intervals) return pairs(Object.fromEntries(shown.map((each) => [each.header, totalOf(each)])));
  const inTime = intervals.toSorted((a, b) => (a.date_start < b.date_start ? -1 : 1));
  const [first, last] = [inTime[0]?.interval, inTime.at(-1)?.interval];
  const line = ({ name }: PrintedNumber) =>
    sparkline(inTime.flatMap(({ subtotals }) => (typeof subtotals[name] === 'number' ? [subtotals[name]] : [])));
  return [
    ...table(
      ['number', 'total', first === undefined ? '' : first === last ? first : `${first} to ${last}`],
      shown.map((each) => [each.header, totalOf(each), line(each)]),
    ),
    ...linesOfParts(totals.segments ?? [], asked.numbers, print),
    ...(intervals.length === 0 ? [] : ['', ...linesOf(sheetOfIntervals(intervals, asked), print)]),
  ];
}

function linesOfParts(
  parts: readonly Part[],
  numbers: readonly PrintedNumber[],
  print: (cell: Cell) => string | null,
): readonly string[] {
  const shown = toldIn(numbers, parts[0]?.subtotals);
  const rows = parts.map(({ segment_id, segment_label, subtotals }) => [
    ...[segment_id, segment_label].map(textOf),
    ...cellsOf(shown, subtotals),
  ]);
  return rows.length === 0 ? [] : ['', ...linesOf({ headers: ['id', 'segment', ...heads(shown)], rows }, print)];
}

/** A sheet in columns that stand below one another. */
export const linesOf = ({ headers, rows }: Sheet, print: (cell: Cell) => string | null): readonly string[] =>
  table(
    headers,
    rows.map((row) => row.map(print)),
  );
