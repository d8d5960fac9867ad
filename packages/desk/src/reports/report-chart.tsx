import { useState } from 'react';
import type { MeasureDeclaration, ReportDeclaration, SegmentDeclaration } from '../data/reports.ts';
import { Empty, Sheet } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { Swatch } from '../kit/chart/strokes.tsx';
import type { MenuGroup } from '../kit/menu.tsx';
import { Select } from '../kit/select.tsx';
import type { Compared } from '../looks/asking.ts';
import { type BucketDays, ComparedChart } from '../looks/compared-chart.tsx';
import { declaredText } from '../looks/figures.tsx';
import { carried, writeLook } from '../looks/look.ts';
import type { Looking } from '../looks/look-tools.tsx';
import { useGo } from '../shell/links.tsx';
import type { Interval } from '../words/calendar.ts';
import { useFormats, useWords } from '../words/words.tsx';
import css from './reports.module.css';
import { type Part, partsOf } from './segments.ts';

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
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const isCut = look.cut !== undefined && report.stats?.segments.some(({ name }) => name === look.cut);
  const parts = compared && isCut ? partsOf(compared, measure, words.reports.chart.rest) : undefined;
  const actions = useBucketActions(looking);
  const toggle = (id: string) =>
    setHidden(hidden.has(id) ? new Set([...hidden].filter((each) => each !== id)) : new Set([...hidden, id]));
  return (
    <Sheet
      aside={<ChartTools compared={compared} looking={looking} report={report} />}
      detail={words.reports.by[span.interval]}
      title={declaredText(words, measure)}
    >
      <div aria-busy={isBusy || undefined} className={css.chart}>
        {compared && parts?.length === 0 && <NothingCounted looking={looking} />}
        {compared && parts?.length !== 0 && (
          <ComparedChart
            actions={actions}
            compared={compared}
            measure={measure}
            onZoom={(period) => set({ period, by: undefined })}
            parts={parts?.filter(({ id }) => !hidden.has(id)).map(({ line }) => line)}
          />
        )}
      </div>
      {parts && parts.length > 0 && <Legend hidden={hidden} measure={measure} parts={parts} toggle={toggle} />}
    </Sheet>
  );
}

/** Nothing was counted: why, and what helps. */
export function NothingCounted({ looking: { look, set } }: { readonly looking: Looking }) {
  const { empty } = useWords().reports;
  if (look.conditions.length > 0) {
    return (
      <Empty action={<Button onClick={() => set({ conditions: [] })}>{empty.clear}</Button>} text={empty.filtered} />
    );
  }
  return (
    <Empty
      action={<Button onClick={() => set({ period: '12m', by: undefined })}>{empty.action}</Button>}
      text={empty.text}
    />
  );
}

function useBucketActions({ look, span }: Looking) {
  const words = useWords();
  const go = useGo();
  return ({ after, before }: BucketDays, name: string): readonly MenuGroup[] => {
    const inside = { ...carried(look), period: { after, before } };
    return [
      {
        title: name,
        items: [
          {
            id: 'orders',
            label: words.reports.chart.showOrders,
            icon: 'orders',
            onChoose: () => go('/reports/orders', { search: writeLook(inside) }),
          },
          ...(span.interval === 'hour'
            ? []
            : [
                {
                  id: 'zoom',
                  label: words.reports.chart.zoom(name),
                  icon: 'search' as const,
                  onChoose: () =>
                    go('.', { search: writeLook({ ...look, page: 1, by: undefined, period: { after, before } }) }),
                },
              ]),
        ],
      },
    ];
  };
}

interface LegendProps {
  readonly parts: readonly Part[];
  readonly measure: MeasureDeclaration;
  readonly hidden: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
}

/** Segments with their totals; a press hides a line. */
function Legend({ parts, measure, hidden, toggle }: LegendProps) {
  const words = useWords();
  const formats = useFormats();
  return (
    <ul className={css.legend}>
      {parts.map(({ id, name, total, line }) => (
        <li key={id}>
          <button
            aria-label={hidden.has(id) ? words.reports.chart.show(name) : words.reports.chart.hide(name)}
            aria-pressed={!hidden.has(id)}
            className={css.legendEntry}
            onClick={() => toggle(id)}
            type="button"
          >
            <Swatch tone={line.tone} />
            <span className={css.legendName}>{name}</span>
            <strong>{formats.number(total, measure.unit)}</strong>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Ranges of the lines, the interval, and what the measure is broken down by. */
function ChartTools({ report, looking, compared }: Pick<ReportChartProps, 'report' | 'looking' | 'compared'>) {
  const words = useWords();
  const formats = useFormats();
  const { look, span, set } = looking;
  const segments = report.stats?.segments ?? [];
  const range = compared?.span ?? span;
  return (
    <div className={css.chartTools}>
      {look.cut === undefined && range.before && (
        <span aria-hidden="true" className={css.ranges}>
          <Swatch tone="main" /> {formats.range(range.range)} <Swatch tone="before" /> {formats.range(range.before)}
        </span>
      )}
      {segments.length > 0 && (
        <Select
          label={words.reports.cut.label}
          measure="small"
          onChange={({ target }) => set({ cut: target.value || undefined })}
          value={look.cut ?? ''}
        >
          <option value="">{words.reports.cut.none}</option>
          {segments.map((segment) => (
            <option disabled={!isPossible(segment, report, looking)} key={segment.name} value={segment.name}>
              {`${words.reports.cut.label} ${declaredText(words, segment).toLocaleLowerCase()}`}
            </option>
          ))}
        </Select>
      )}
      <Select
        label={words.reports.intervalLabel}
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

/** Whether a segment has the one value that it needs. */
const isPossible = (
  { needs, needs_one_of: parameters }: SegmentDeclaration,
  { filters }: ReportDeclaration,
  { look }: Looking,
): boolean =>
  needs === null ||
  look.conditions.some(
    ({ subject, side, values }) =>
      side === 'is' &&
      values.length === 1 &&
      parameters.includes(filters.find((each) => each.subject === subject)?.is ?? ''),
  );
