import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { MenuAt, type MenuGroup } from '../menu.tsx';
import css from './chart.module.css';
import { Hint } from './hint.tsx';
import { type ChartLine, type Plot, plotOf } from './scales.ts';
import { Axes, Lines } from './strokes.tsx';

export interface ChartProps {
  /** Accessible name: the measure and the range. */
  readonly label: string;
  readonly help: string;
  readonly lines: readonly ChartLine[];
  /** Names of buckets, and short ones for the axis. */
  readonly names: readonly string[];
  readonly ticks: readonly string[];
  /** Names of the buckets before, by place. */
  readonly beforeNames?: readonly string[];
  readonly format: (value: number) => string;
  readonly formatAxis: (value: number) => string;
  /** Written change of a bucket against before. */
  readonly change?: ((place: number) => string | undefined) | undefined;
  readonly soFar: string;
  /** Entries of the menu of a bucket. */
  readonly actions?: ((place: number) => readonly MenuGroup[]) | undefined;
  /** A stretch of buckets was selected. */
  readonly onZoom?: ((from: number, to: number) => void) | undefined;
  /** Width of the names at the ends of the lines, in pixels. */
  readonly ends?: { readonly room: number; readonly draw: (plot: Plot, x: number) => ReactNode } | undefined;
}

const margin = { start: 52, end: 8, top: 10, bottom: 26 };

/** Lines over buckets, with a crosshair, keys, a menu for each bucket, and a stretch that can be selected. */
export function Chart(props: ChartProps) {
  const { lines, actions, ends } = props;
  const [box, size] = useSize();
  const [at, setAt] = useState<number>();
  const [from, setFrom] = useState<number>();
  const [menuAt, setMenuAt] = useState<number>();
  const width = size.width - margin.start - margin.end - (ends?.room ?? 0);
  const plot = plotOf(lines, { width, height: size.height - margin.top - margin.bottom });
  const steer = {
    plot,
    at,
    from,
    setAt,
    setFrom,
    open: (place: number) => actions && setMenuAt(place),
    zoom: props.onZoom,
  };
  const place = at === undefined ? undefined : Math.min(at, plot.count - 1);
  return (
    <div className={css.chart} ref={box}>
      {size.width > 0 && (
        <>
          <svg aria-hidden="true" className={css.drawing} height={size.height} width={size.width}>
            <g transform={`translate(${margin.start} ${margin.top})`}>
              <Axes format={props.formatAxis} labels={props.ticks} plot={plot} width={width} />
              {from !== undefined && place !== undefined && <Selection from={from} plot={plot} to={place} />}
              <Lines at={place} lines={lines} plot={plot} />
              {ends?.draw(plot, width)}
            </g>
          </svg>
          <Slider {...props} place={place} steer={steer} />
          {place !== undefined && menuAt === undefined && (
            <Hint {...props} left={margin.start + plot.x(place)} place={place} width={size.width} />
          )}
          {menuAt !== undefined && actions && (
            <MenuAt
              groups={actions(menuAt)}
              label={props.names[menuAt] ?? ''}
              onClose={() => setMenuAt(undefined)}
              place={() => placeIn(box.current, margin.start + plot.x(menuAt))}
            />
          )}
        </>
      )}
    </div>
  );
}

/** The place of the menu of a bucket. */
const placeIn = (chart: Element | null, x: number) => {
  const { left = 0, top = 0 } = chart?.getBoundingClientRect() ?? {};
  return { left: left + x, top: top + margin.top + 24 };
};

const Selection = ({ from, to, plot }: { readonly from: number; readonly to: number; readonly plot: Plot }) => (
  <rect
    className={css.selection}
    height={plot.y(plot.ticks[0] ?? 0) - plot.y(plot.ticks.at(-1) ?? 0)}
    width={Math.abs(plot.x(to) - plot.x(from))}
    x={Math.min(plot.x(from), plot.x(to))}
    y={plot.y(plot.ticks.at(-1) ?? 0)}
  />
);

interface SliderState {
  readonly plot: Plot;
  readonly at: number | undefined;
  readonly from: number | undefined;
  readonly setAt: (place: number | undefined) => void;
  readonly setFrom: (place: number | undefined) => void;
  readonly open: (place: number) => void;
  readonly zoom: ChartProps['onZoom'];
}

/** What pointer and keys act on; readers hear it as a slider over the buckets. */
function Slider({
  label,
  help,
  place,
  steer,
  ...props
}: ChartProps & { readonly place: number | undefined; readonly steer: SliderState }) {
  const id = useId();
  const { plot, setAt, setFrom, from } = steer;
  const placeOf = ({ clientX, currentTarget }: PointerEvent) =>
    plot.placeAt(clientX - currentTarget.getBoundingClientRect().left - margin.start);
  const release = (event: PointerEvent) => {
    const to = placeOf(event);
    if (from === undefined) return;
    setFrom(undefined);
    if (to === from) steer.open(to);
    else steer.zoom?.(Math.min(from, to), Math.max(from, to));
  };
  return (
    <>
      <div
        aria-describedby={id}
        aria-label={label}
        aria-valuemax={plot.count - 1}
        aria-valuemin={0}
        aria-valuenow={place ?? plot.count - 1}
        aria-valuetext={spoken(props, place ?? plot.count - 1)}
        className={css.slider}
        onBlur={() => setAt(undefined)}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setAt(place ?? plot.count - 1)}
        onKeyDown={(event) => press(event, steer)}
        onPointerDown={(event) => event.button === 0 && setFrom(placeOf(event))}
        onPointerLeave={() => {
          setAt(undefined);
          setFrom(undefined);
        }}
        onPointerMove={(event) => setAt(placeOf(event))}
        onPointerUp={release}
        role="slider"
        tabIndex={0}
      />
      <p className="for-readers" id={id}>
        {help}
      </p>
    </>
  );
}

const spoken = ({ lines, names, format }: Pick<ChartProps, 'lines' | 'names' | 'format'>, place: number): string =>
  [
    names[place],
    ...lines.map(({ name, values }) => `${name} ${values[place] === undefined ? '' : format(values[place])}`),
  ]
    .filter((each) => each !== undefined)
    .join(', ');

function press(event: KeyboardEvent, { plot, at, from, setAt, setFrom, open, zoom }: SliderState): void {
  const last = plot.count - 1;
  const here = at ?? last;
  if (event.key === 'Enter' || event.key === ' ') {
    if (from !== undefined && from !== here) zoom?.(Math.min(from, here), Math.max(from, here));
    else open(here);
    setFrom(undefined);
  } else if (event.key === 'Escape' && from !== undefined) setFrom(undefined);
  else {
    const next = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    setFrom(event.shiftKey ? (from ?? here) : undefined);
    setAt(Math.max(0, Math.min(last, next)));
  }
  event.preventDefault();
  event.stopPropagation();
}

function useSize() {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, size] as const;
}
