import css from './chart.module.css';
import type { ChartProps } from './chart.tsx';
import { Swatch } from './strokes.tsx';

interface HintProps extends Pick<ChartProps, 'lines' | 'names' | 'beforeNames' | 'format' | 'change' | 'soFar'> {
  readonly place: number;
  readonly left: number;
  readonly width: number;
}

/** Values of the bucket under the crosshair; readers hear them from the slider. */
export function Hint({ lines, names, beforeNames, format, change, soFar, place, left, width }: HintProps) {
  const difference = change?.(place);
  const isSegmented = lines.some(({ tone }) => typeof tone === 'number');
  const isAtEnd = left > width / 2;
  return (
    <div
      aria-hidden="true"
      className={css.hint}
      style={isAtEnd ? { right: `${width - left + 12}px` } : { left: `${left + 12}px` }}
    >
      {isSegmented && <div className={css.hintTitle}>{names[place]}</div>}
      {lines.map(({ id, name, tone, values, isOpen }) =>
        values[place] === undefined ? null : (
          <div className={css.hintRow} key={id}>
            <Swatch tone={tone} />
            <span className={css.hintName}>
              {isSegmented ? name : (tone === 'before' ? beforeNames : names)?.[place]}
              {isOpen && place === values.length - 1 && ` (${soFar})`}
            </span>
            <b data-tone={tone}>{format(values[place])}</b>
          </div>
        ),
      )}
      {difference !== undefined && <div className={css.hintChange}>{difference}</div>}
    </div>
  );
}
