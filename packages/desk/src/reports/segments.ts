import type { SegmentTotals, Totals } from '../data/answers.ts';
import type { MeasureDeclaration } from '../data/reports.ts';
import type { ChartLine } from '../kit/chart/scales.ts';
import type { Compared } from '../looks/asking.ts';

/** Segments that have a line of their own; the rest is one line. */
const MOST_LINES = 5;
const REST = 'rest';

/** A segment in the chart: its total, and its values by bucket. */
export interface Part {
  readonly id: string;
  readonly name: string;
  readonly total: number;
  readonly line: ChartLine;
}

const segmentsOf = (totals: Readonly<Record<string, unknown>>): readonly SegmentTotals[] =>
  (totals.segments ?? []) as readonly SegmentTotals[];

const valueOfAll = (segments: readonly SegmentTotals[], name: string): number =>
  segments.reduce((sum, { subtotals }) => sum + (subtotals[name] ?? 0), 0);

/** The largest segments of a measure, and the rest where parts add up. */
export function partsOf(
  { now, span }: Compared,
  { name, adds_up: addsUp }: MeasureDeclaration,
  rest: string,
): readonly Part[] {
  const sorted = segmentsOf(now.totals)
    .filter(({ subtotals }) => (subtotals[name] ?? 0) !== 0)
    .toSorted((a, b) => (b.subtotals[name] ?? 0) - (a.subtotals[name] ?? 0));
  const first = sorted.slice(0, MOST_LINES);
  const others = sorted.slice(MOST_LINES);
  const isOther = new Set(others.map(({ segment_id: id }) => id));
  const part = (id: string, label: string, total: number, values: readonly number[]) => ({
    id,
    name: label,
    total,
    line: {
      id,
      name: label,
      values,
      tone: id === REST ? 7 : first.findIndex((each) => String(each.segment_id) === id),
      isOpen: span.isOpen,
    },
  });
  const parts = first.map(({ segment_id: id, segment_label: label, subtotals }) =>
    part(
      String(id),
      label,
      subtotals[name] ?? 0,
      now.intervals.map((each) =>
        valueOfAll(
          segmentsOf(each.subtotals as unknown as Totals).filter((own) => own.segment_id === id),
          name,
        ),
      ),
    ),
  );
  if (others.length === 0 || !addsUp) return parts;
  const restValues = now.intervals.map((each) =>
    valueOfAll(
      segmentsOf(each.subtotals as unknown as Totals).filter((own) => isOther.has(own.segment_id)),
      name,
    ),
  );
  return [...parts, part(REST, rest, valueOfAll(others, name), restValues)];
}
