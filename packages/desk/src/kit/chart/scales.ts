import { nice, ticks } from 'd3-array';
import { area, line } from 'd3-shape';

/** About as many lines stand behind a chart. */
const TICKS = 4;

/** A difference that is none: amounts have at most four decimals. */
const SMALLEST = 1e-5;

/** A value of a bucket; nothing where there is no bucket. */
export type Value = number | undefined;

/** One line of a chart, with a value for each bucket by its place. */
export interface ChartLine {
  readonly id: string;
  readonly name: string;
  readonly values: readonly Value[];
  /** `before` is grey and dashed; numbers are the hues of segments. */
  readonly tone: 'main' | 'before' | number;
  /** The last bucket is not over: its part is dotted, with a hollow end. */
  readonly isOpen?: boolean;
}

/** Size of the plot in pixels, inside of the axes. */
export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

export interface Plot {
  x(place: number): number;
  y(value: number): number;
  readonly ticks: readonly number[];
  /** Place of the bucket nearest to this x. */
  placeAt(x: number): number;
  readonly count: number;
}

/** Lays lines out: x is the place of a bucket, never a time; y begins at 0 unless a value is below. */
export function plotOf(lines: readonly ChartLine[], { width, height }: PlotSize): Plot {
  const count = Math.max(1, ...lines.map(({ values }) => values.length));
  const values = lines.flatMap((each) => each.values.filter((value) => value !== undefined));
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  const [bottom, top] = nice(least, most - least < SMALLEST ? least + 1 : most, TICKS);
  const x = (place: number) => (count === 1 ? width / 2 : (place * width) / (count - 1));
  return {
    x,
    y: (value) => height - ((value - bottom) / (top - bottom)) * height,
    // Counts have no halves.
    ticks: ticks(bottom, top, TICKS).filter(values.every(Number.isInteger) ? Number.isInteger : () => true),
    count,
    placeAt: (at) => Math.max(0, Math.min(count - 1, count === 1 ? 0 : Math.round((at * (count - 1)) / width))),
  };
}

/** Paths of one line: the part that is over, the part that is not, and the area below both. */
export interface LinePaths {
  readonly whole: string;
  readonly open: string;
  readonly area: string;
}

export function pathsOf({ values, isOpen = false }: ChartLine, plot: Plot): LinePaths {
  const points = values.map((value, place) => ({ place, value }));
  const draw = line<(typeof points)[number]>()
    .defined(({ value }) => value !== undefined)
    .x(({ place }) => plot.x(place))
    .y(({ value = 0 }) => plot.y(value));
  const below = area<(typeof points)[number]>()
    .defined(({ value }) => value !== undefined)
    .x(({ place }) => plot.x(place))
    .y0(plot.y(0))
    .y1(({ value = 0 }) => plot.y(value));
  const isDotted = isOpen && points.length > 1;
  return {
    whole: draw(isDotted ? points.slice(0, -1) : points) ?? '',
    open: isDotted ? (draw(points.slice(-2)) ?? '') : '',
    area: below(points) ?? '',
  };
}

/** Places of the labels of an axis, so that none touches the next. */
export function labelledPlaces(count: number, width: number, labelWidth: number): readonly number[] {
  const most = Math.max(1, Math.floor((width + labelWidth / 2) / (labelWidth + 28)));
  const step = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}
