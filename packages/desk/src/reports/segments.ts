import type { SegmentTotals } from '../data/answers.ts';
import type { MeasureDeclaration } from '../data/reports.ts';
import type { ChartLine } from '../kit/chart/scales.ts';
import type { Compared } from '../looks/asking.ts';

/** Segments that have a line of their own; the rest is one line. */
export const MOST_LINES = 5;
/** Rows that are compared with one another at most: as many as there are hues. */
export const MOST_COMPARED = 7;
/** Id of what has no line of its own. */
export const REST = 'rest';
const REST_HUE = 7;

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

/** A segment before it has its place among the lines. */
type Draft = Omit<Part, 'line'> & { readonly values: readonly number[] };

/** How a measure is cut. */
interface Cutting {
  /** Name of what has no line of its own. */
  readonly rest: string;
  readonly most?: number;
}

/** The largest segments of a measure, and the rest where parts add up. */
export function partsOf(
  compared: Compared,
  measure: MeasureDeclaration,
  { rest, most = MOST_LINES }: Cutting,
): readonly Part[] {
  const { now, span } = compared;
  return draftsOf(now, measure, { rest, most }).map(({ values, ...part }, place) => ({
    ...part,
    line: { id: part.id, name: part.name, values, tone: part.id === REST ? REST_HUE : place, isOpen: span.isOpen },
  }));
}

function draftsOf(
  now: Compared['now'],
  { name, adds_up: addsUp }: MeasureDeclaration,
  { rest, most }: Required<Cutting>,
): readonly Draft[] {
  const amountOf = ({ subtotals }: SegmentTotals) => subtotals[name] ?? 0;
  const sorted = segmentsOf(now.totals)
    .filter((each) => amountOf(each) !== 0)
    .toSorted((a, b) => amountOf(b) - amountOf(a));
  const valuesOf = (isIn: (id: number) => boolean) =>
    now.intervals.map(({ subtotals }) =>
      valueOfAll(
        segmentsOf(subtotals).filter(({ segment_id: id }) => isIn(id)),
        name,
      ),
    );
  const others = new Set(sorted.slice(most).map(({ segment_id: id }) => id));
  const first = sorted.slice(0, most).map((segment) => ({
    id: String(segment.segment_id),
    name: segment.segment_label,
    total: amountOf(segment),
    values: valuesOf((id) => id === segment.segment_id),
  }));
  if (others.size === 0 || !addsUp) return first;
  const restTotal = valueOfAll(sorted.slice(most), name);
  return [...first, { id: REST, name: rest, total: restTotal, values: valuesOf((id) => others.has(id)) }];
}
