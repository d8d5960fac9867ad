import css from './chart.module.css';
import { pathsOf, plotOf, type Value } from './scales.ts';

interface SparkProps {
  readonly values: readonly Value[];
  readonly width?: number;
  readonly height?: number;
}

/** A small line without axes beside a number. */
export function Spark({ values, width = 76, height = 22 }: SparkProps) {
  const line = { id: 'spark', name: '', values, tone: 'main' } as const;
  const plot = plotOf([line], { width: width - 2, height: height - 4 });
  return (
    <svg aria-hidden="true" className={css.spark} height={height} viewBox={`0 0 ${width} ${height}`} width={width}>
      <path d={pathsOf(line, plot).whole} transform="translate(1 2)" />
    </svg>
  );
}
