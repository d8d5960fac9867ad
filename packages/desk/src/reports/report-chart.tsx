import { useState } from 'react';
import type { MeasureDeclaration, ReportDeclaration } from '../data/reports.ts';
import { Empty, Sheet } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { useNarrow } from '../kit/narrow.ts';
import { Select } from '../kit/select.tsx';
import type { Compared } from '../looks/asking.ts';
import { ComparedChart } from '../looks/compared-chart.tsx';
import { declaredText } from '../looks/figures.tsx';
import type { Looking } from '../looks/look-tools.tsx';
import { isPossibleCut } from '../looks/questions.ts';
import type { Interval } from '../words/calendar.ts';
import { useFormats, useWords } from '../words/words.tsx';
import { useBucketActions } from './chart/bucket-actions.ts';
import { Legend } from './chart/legend.tsx';
import { LineNames, NAME_ROOM } from './chart/line-names.tsx';
import { SegmentsLegend } from './chart/segments-legend.tsx';
import { type Hidden, hiddenOf, none } from './chart/shown-lines.ts';
import css from './reports.module.css';
import { MOST_COMPARED, MOST_LINES, partsOf } from './segments.ts';

interface ReportChartProps {
  readonly report: ReportDeclaration;
  readonly measure: MeasureDeclaration;
  readonly compared: Compared | undefined;
  readonly looking: Looking;
  readonly isBusy: boolean;
}

/** The chosen measure over time, whole or broken down. */
export function ReportChart({ report, measure, compared, looking, isBusy }: ReportChartProps) {
  const words = useWords();
  const { look, set, span } = looking;
  const isNarrow = useNarrow();
  const isCut = look.cut !== undefined && report.stats?.segments.some(({ name }) => name === look.cut);
  const parts =
    compared && isCut
      ? partsOf(compared, measure, { rest: words.report.legend.rest, most: comparedCount(report, look) })
      : undefined;
  const actions = useBucketActions(report, looking);
  const [hidden, setHidden] = useHidden(
    look.cut,
    parts?.map(({ id }) => id) ?? (span.before ? ['now', 'before'] : ['now']),
  );
  const lines = parts?.filter(({ id }) => !hidden.has(id)).map(({ line }) => line);
  return (
    <Sheet
      aside={<ChartTools compared={compared} hidden={hidden} looking={looking} onHide={setHidden} report={report} />}
      detail={words.reports.by[span.interval]}
      title={declaredText(words, measure)}
    >
      <div aria-busy={isBusy || undefined} className={css.chart}>
        {compared && parts?.length === 0 && <NothingCounted looking={looking} />}
        {compared && parts?.length !== 0 && (
          <ComparedChart
            actions={actions}
            compared={compared}
            ends={
              lines && !isNarrow
                ? { room: NAME_ROOM, draw: (plot, x) => <LineNames lines={lines} plot={plot} x={x} /> }
                : undefined
            }
            hidden={hidden}
            measure={measure}
            onZoom={(period) => set({ period, by: undefined })}
            parts={lines}
          />
        )}
      </div>
      {parts && parts.length > 0 && (
        <SegmentsLegend
          hidden={hidden}
          looking={looking}
          measure={measure}
          onHide={setHidden}
          parts={parts}
          report={report}
        />
      )}
    </Sheet>
  );
}

/** The hidden lines of these; another break-down has other ones. */
function useHidden(cut: string | undefined, ids: readonly string[]): readonly [Hidden, (hidden: Hidden) => void] {
  const [kept, setKept] = useState<{ readonly cut: string | undefined; readonly hidden: Hidden }>();
  return [hiddenOf(ids, kept?.cut === cut ? (kept?.hidden ?? none) : none), (hidden) => setKept({ cut, hidden })];
}

/** Nothing was counted: why, and what helps. */
export function NothingCounted({ looking: { look, set } }: { readonly looking: Looking }) {
  const { reports, report } = useWords();
  const { empty } = reports;
  if (look.conditions.length > 0) {
    return (
      <Empty
        action={<Button onClick={() => set({ conditions: [] })}>{report.table.showAll}</Button>}
        text={report.table.noMatch}
      />
    );
  }
  return (
    <Empty
      action={<Button onClick={() => set({ period: '12m', by: undefined })}>{empty.action}</Button>}
      text={empty.text}
    />
  );
}

/** How many lines a break-down has: as many as values are compared with one another, where the look names them. */
function comparedCount({ filters, stats }: ReportDeclaration, { cut, conditions }: Looking['look']): number {
  const segment = stats?.segments.find(({ name }) => name === cut);
  const named = conditions.find(
    ({ subject, side, values }) =>
      side === 'is' &&
      values.length <= MOST_COMPARED &&
      filters.some((each) => each.subject === subject) &&
      isOf(subject, segment?.name),
  );
  return Math.max(named?.values.length ?? 0, MOST_LINES);
}

const isOf = (subject: string, segment: string | undefined): boolean =>
  subject === segment || (subject === 'rate' && segment === 'tax_rate_id');

interface ToolsProps extends Pick<ReportChartProps, 'report' | 'looking' | 'compared'> {
  readonly hidden: Hidden;
  readonly onHide: (hidden: Hidden) => void;
}

/** Ranges of the lines, the interval, and what the measure is broken down by. */
function ChartTools({ report, looking, compared, hidden, onHide }: ToolsProps) {
  const words = useWords();
  const formats = useFormats();
  const { look, span, set } = looking;
  const segments = report.stats?.segments ?? [];
  const range = compared?.span ?? span;
  return (
    <div className={css.chartTools}>
      {look.cut === undefined && range.before && (
        <Legend
          hidden={hidden}
          kind="ranges"
          lines={[
            { id: 'now', name: formats.range(range.range), tone: 'main' },
            { id: 'before', name: formats.range(range.before), tone: 'before' },
          ]}
          onHide={onHide}
        />
      )}
      {segments.length > 0 && (
        <Select
          label={words.report.cut.label}
          measure="small"
          onChange={({ target }) => set({ cut: target.value || undefined })}
          value={look.cut ?? ''}
        >
          <option value="">{words.report.cut.none}</option>
          {segments.map((segment) => (
            <option disabled={!isPossibleCut(segment, report, look)} key={segment.name} value={segment.name}>
              {`${words.report.cut.label} ${declaredText(words, segment).toLocaleLowerCase()}`}
            </option>
          ))}
        </Select>
      )}
      <Select
        label={words.report.intervalLabel}
        measure="small"
        onChange={({ target }) => set({ by: target.value as Interval })}
        value={span.interval}
      >
        {span.intervals.map((each) => (
          <option key={each} value={each}>
            {words.reports.interval[each]}
          </option>
        ))}
      </Select>
    </div>
  );
}
