import css from './chart.module.css';
import { type ChartLine, labelledPlaces, type Plot, pathsOf } from './scales.ts';

interface AxesProps {
  readonly plot: Plot;
  readonly width: number;
  readonly labels: readonly string[];
  readonly format: (value: number) => string;
}

/** Lines of the values with their labels, and labels of buckets. */
export function Axes({ plot, width, labels, format }: AxesProps) {
  const bottom = plot.y(plot.ticks[0] ?? 0);
  const widest = Math.max(...labels.map(({ length }) => length), 1) * 7;
  return (
    <>
      {plot.ticks.map((tick) => (
        <g key={tick} transform={`translate(0 ${Math.round(plot.y(tick)) + 0.5})`}>
          <line className={tick === 0 ? css.base : css.grid} x2={width} />
          <text className={css.label} dy="0.32em" textAnchor="end" x={-10}>
            {format(tick)}
          </text>
        </g>
      ))}
      {labelledPlaces(plot.count, width, widest).map((place) => (
        <text className={css.label} key={place} textAnchor={anchorOf(place, plot)} x={plot.x(place)} y={bottom + 20}>
          {labels[place]}
        </text>
      ))}
    </>
  );
}

function anchorOf(place: number, { count }: Plot): 'start' | 'middle' | 'end' {
  if (count === 1) return 'middle';
  if (place === 0) return 'start';
  return place === count - 1 ? 'end' : 'middle';
}

/** CSS class and hue of a line. */
const toneOf = (tone: ChartLine['tone']) =>
  typeof tone === 'number' ? { 'data-hue': (tone % 8) + 1 } : { 'data-tone': tone };

interface LinesProps {
  readonly lines: readonly ChartLine[];
  readonly plot: Plot;
  readonly at: number | undefined;
}

/** The lines, the area below a line that is alone, and the points under the crosshair. */
export const Lines = ({ lines, plot, at }: LinesProps) => (
  <>
    {at !== undefined && (
      <line
        className={css.cross}
        x1={plot.x(at)}
        x2={plot.x(at)}
        y1={plot.y(plot.ticks.at(-1) ?? 0)}
        y2={plot.y(plot.ticks[0] ?? 0)}
      />
    )}
    {lines.every(({ tone }) => tone === 'main' || tone === 'before') &&
      lines
        .filter(({ tone }) => tone === 'main')
        .map((line) => <path className={css.area} d={pathsOf(line, plot).area} key={line.id} />)}
    {lines.toReversed().map((line) => (
      <Stroke key={line.id} line={line} plot={plot} />
    ))}
    {at !== undefined &&
      lines.map(({ id, tone, values }) =>
        values[at] === undefined ? null : (
          <circle
            className={css.point}
            key={id}
            {...toneOf(tone)}
            cx={plot.x(at)}
            cy={plot.y(values[at])}
            r={tone === 'before' ? 3 : 4}
          />
        ),
      )}
  </>
);

function Stroke({ line, plot }: { readonly line: ChartLine; readonly plot: Plot }) {
  const { whole, open } = pathsOf(line, plot);
  const tone = toneOf(line.tone);
  const last = line.values.length - 1;
  const value = line.values[last];
  const isSingle = line.values.length === 1;
  return (
    <g className={css.line} {...tone}>
      <path className={css.stroke} d={whole} />
      {open !== '' && <path className={css.open} d={open} />}
      {(line.isOpen || isSingle) && value !== undefined && line.tone !== 'before' && (
        <circle className={css.hollow} cx={plot.x(last)} cy={plot.y(value)} r={4} />
      )}
    </g>
  );
}

/** The sample of a line in legends and hints. */
export const Swatch = ({ tone }: { readonly tone: ChartLine['tone'] }) => (
  <svg aria-hidden="true" className={css.swatch} height={4} width={14} {...toneOf(tone)}>
    <line x2={14} y1={2} y2={2} />
  </svg>
);
