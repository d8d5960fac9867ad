import type { Totals } from '../data/answers.ts';
import type { MeasureDeclaration } from '../data/reports.ts';
import { Chart, type ChartProps } from '../kit/chart/chart.tsx';
import type { ChartLine } from '../kit/chart/scales.ts';
import type { MenuGroup } from '../kit/menu.tsx';
import { bucketName, bucketTick } from '../words/intl.ts';
import { useFormats, useWords } from '../words/words.tsx';
import type { Compared } from './asking.ts';
import { declaredText, useWrittenChange } from './figures.tsx';

/** First and last day of a bucket, or of a stretch of them. */
export interface BucketDays {
  readonly after: string;
  readonly before: string;
}

interface ComparedChartProps extends Pick<ChartProps, 'ends'> {
  readonly compared: Compared;
  readonly measure: MeasureDeclaration;
  /** In place of the line of the measure: its parts. */
  readonly parts?: readonly ChartLine[] | undefined;
  /** Ids of lines that are left out: `now` and `before`. */
  readonly hidden?: ReadonlySet<string>;
  readonly actions?: ((days: BucketDays, name: string) => readonly MenuGroup[]) | undefined;
  readonly onZoom?: ((days: BucketDays) => void) | undefined;
}

/** A measure over the buckets of a span, against those before. */
export function ComparedChart({ compared, measure, parts, hidden, actions, onZoom, ends }: ComparedChartProps) {
  const words = useWords();
  const formats = useFormats();
  const change = useWrittenChange();
  const { now, before, span } = compared;
  const nameOf = bucketsNamed(compared, formats);
  const own = valuesOf(now.intervals, measure.name);
  const old = before && valuesOf(before.intervals, measure.name);
  const whole: readonly ChartLine[] = [
    { id: 'now', name: declaredText(words, measure), values: own, tone: 'main', isOpen: span.isOpen },
    ...(old
      ? [
          {
            id: 'before',
            name: words.reports.comparison.previous,
            values: old.slice(0, own.length),
            tone: 'before' as const,
          },
        ]
      : []),
  ];
  const lines = parts ?? whole.filter(({ id }) => !hidden?.has(id));
  const daysOf = (from: number, to: number): BucketDays => ({
    after: now.intervals[from]?.date_start.slice(0, 10) ?? span.range.after,
    before: now.intervals[to]?.date_end.slice(0, 10) ?? span.range.before,
  });
  return (
    <Chart
      actions={actions && ((place) => actions(daysOf(place, place), nameOf.now[place] ?? ''))}
      beforeNames={nameOf.before}
      change={
        parts || !old || lines.length < whole.length
          ? undefined
          : (place) =>
              own[place] === undefined || old[place] === undefined ? undefined : change(own[place], old[place])
      }
      ends={ends}
      format={(value) => formats.number(value, measure.unit)}
      formatAxis={(value) => formats.axis(value, measure.unit)}
      help={words.reports.chart.help}
      label={words.reports.chart.label(declaredText(words, measure), formats.range(span.range))}
      lines={lines}
      names={nameOf.now}
      onZoom={onZoom && ((from, to) => onZoom(daysOf(from, to)))}
      soFar={words.reports.soFar}
      ticks={now.intervals.map((each) => bucketTick(formats, bucketOf(each), span.interval))}
    />
  );
}

type Intervals = Compared['now']['intervals'];

const valuesOf = (intervals: Intervals, name: string): readonly (number | undefined)[] =>
  intervals.map(({ subtotals }) => (subtotals as Totals)[name]);

const bucketOf = ({ date_start: start, date_end: end }: Intervals[number]) => ({
  start: start.replace(' ', 'T'),
  end: end.replace(' ', 'T'),
});

/** Written names of the buckets, now and before. */
export const bucketsNamed = ({ now, before, span }: Compared, formats: ReturnType<typeof useFormats>) => ({
  now: now.intervals.map((each) => bucketName(formats, bucketOf(each), span.interval)),
  before: (before?.intervals ?? []).map((each) => bucketName(formats, bucketOf(each), span.interval)),
});
