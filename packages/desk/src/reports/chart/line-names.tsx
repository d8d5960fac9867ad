import type { ChartLine, Plot } from '../../kit/chart/scales.ts';
import css from '../reports.module.css';

/** Pixels beside a chart for the names of its lines. */
export const NAME_ROOM = 116;
/** Pixels between the base lines of two names. */
const APART = 15;
/** Signs of a name that fit. */
const MOST_SIGNS = 16;

/** Moves heights apart, in their order, and keeps them between 0 and `bottom` as far as there is room. */
export function spread(heights: readonly number[], bottom: number, apart = APART): readonly number[] {
  const order = heights.map((_, place) => place).toSorted((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  const placed = [...heights];
  for (const [rank, place] of order.entries()) {
    const above = placed[order[rank - 1] ?? -1];
    if (above !== undefined) placed[place] = Math.max(placed[place] ?? 0, above + apart);
  }
  // Those that were moved below the plot go up again.
  let most = bottom;
  for (const place of order.toReversed()) {
    placed[place] = Math.min(placed[place] ?? 0, most);
    most = (placed[place] ?? 0) - apart;
  }
  return placed;
}

const short = (name: string): string => {
  const signs = [...name];
  return signs.length > MOST_SIGNS
    ? `${signs
        .slice(0, MOST_SIGNS - 1)
        .join('')
        .trimEnd()}…`
    : name;
};

interface LineNamesProps {
  readonly lines: readonly ChartLine[];
  readonly plot: Plot;
  /** Where the plot ends. */
  readonly x: number;
}

/** The names of lines at their ends. */
export function LineNames({ lines, plot, x }: LineNamesProps) {
  const ended = lines.flatMap((line) => {
    const value = line.values.at(-1);
    return value === undefined ? [] : [{ line, y: plot.y(value) }];
  });
  const heights = spread(
    ended.map(({ y }) => y),
    plot.y(plot.ticks[0] ?? 0),
  );
  return ended.map(({ line: { id, name, tone } }, place) => (
    <text className={css.lineName} data-hue={(Number(tone) % 8) + 1} dy="0.32em" key={id} x={x + 10} y={heights[place]}>
      {short(name)}
    </text>
  ));
}
