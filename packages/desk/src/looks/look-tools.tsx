import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { NoteFault, RawSearch } from '../data/address.ts';
import { stopwatch } from '../data/stopwatch.ts';
import { useAddress } from '../shell/links.tsx';
import { useCalendar, useSession } from '../shell/session-context.tsx';
import { useShortcuts } from '../shell/shortcuts.ts';
import type { Comparison, Period, Preset } from '../words/calendar.ts';
import { useFormats, useWords } from '../words/words.tsx';
import { firstDayQuery } from './asking.ts';
import { type Look, readLook, writeLook } from './look.ts';
import { ComparePicker, PeriodPicker, periodKeys } from './period-picker.tsx';
import { type Span, spanOf } from './span.ts';

/** The look of a screen, from its address, with its days. */
export interface Looking {
  readonly look: Look;
  readonly span: Span;
  readonly timeZone: string;
  /** Pushes to the history, or replaces its entry. */
  readonly set: (change: Partial<Look>, options?: { readonly replace?: boolean }) => void;
  /** The span of another period, to prepare its answers. */
  readonly spanFor: (period: Period) => Span;
}

/** Parts of a look that keep the page of its list. */
const keeping = ['page', 'cols', 'per', 'metric', 'showsPrevious'];

/** Leaves out of a look what a screen does not know, and notes it. */
type FitLook = (look: Look, note?: NoteFault) => Look;
const whole: FitLook = (look) => look;

/** Reads the look of a screen; parts of the address that were not understood, or that do not fit, are shown once. */
export function useLooking(fit = whole): Looking {
  const calendar = useCalendar();
  const { shop } = useSession();
  const read = useMemo(() => (search: RawSearch, note: NoteFault) => fit(readLook(search, note), note), [fit]);
  const [look, setAddress] = useAddress(read, writeLook);
  const { data: first } = useQuery({ ...firstDayQuery, enabled: look.period === 'all' });
  const spanFor = (period: Period) => spanOf({ ...look, period }, calendar, first ?? undefined);
  return {
    look,
    span: spanFor(look.period),
    spanFor,
    timeZone: shop.time_zone,
    set: (change, options) => {
      const isOther = !keeping.some((name) => name in change);
      const next = { ...look, ...(isOther && { page: 1 }), ...change };
      setAddress(fit(next), options);
    },
  };
}

interface LookToolsProps {
  readonly looking: Looking;
  /** Asks for what another period would show. */
  readonly prepare: (period: Preset) => void;
}

/** Period and comparison, and their keys. */
export function LookTools({ looking, prepare }: LookToolsProps) {
  const { look, span, set } = looking;
  const order: readonly Comparison[] = ['previous', 'year', 'none'];
  useShortcuts({
    ...Object.fromEntries(
      Object.entries(periodKeys).map(([key, period]) => [key, () => set({ period, by: undefined })]),
    ),
    c: () => set({ compare: order[(order.indexOf(look.compare) + 1) % order.length] ?? 'previous' }),
  });
  return (
    <>
      <PeriodPicker
        onAim={prepare}
        onChange={(period) => set({ period, by: undefined })}
        period={look.period}
        range={span.range}
      />
      <ComparePicker comparison={look.compare} onChange={(compare) => set({ compare })} />
    </>
  );
}

/** What the numbers are compared with, under a title; on paper the days too, which the tools show otherwise. */
export function ComparedWith({ span }: { readonly span: Span }) {
  const words = useWords();
  const formats = useFormats();
  return (
    <>
      <span className="only-printed">{formats.range(span.range)} </span>
      {span.before && <span>{words.reports.comparedWith(formats.range(span.before))}</span>}
    </>
  );
}

/** Milliseconds from which answers are too slow to ask for what may not be needed. */
const SLOW = 200;

/** Prepares the other periods, one whenever nothing is fetched; not where data is to be saved, or answers are slow. */
export function usePreparing(
  periods: readonly Preset[],
  prepare: (period: Preset) => Promise<unknown>,
  isSettled: boolean,
): void {
  const queries = useQueryClient();
  const key = periods.join();
  useEffect(() => {
    const connection = (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection;
    if (!isSettled || connection?.saveData === true || typeof requestIdleCallback !== 'function') return undefined;
    const rest = [...periods];
    let isPlanned = false;
    const plan = () => {
      if (isPlanned || rest.length === 0 || document.hidden || queries.isFetching() > 0) return;
      isPlanned = true;
      requestIdleCallback(next);
    };
    const next = async () => {
      const period = queries.isFetching() > 0 ? undefined : rest.shift();
      const elapsed = stopwatch();
      if (period) await prepare(period);
      if (elapsed() > SLOW) rest.length = 0;
      isPlanned = false;
      plan();
    };
    // After the screen was drawn with an answer, which may ask for more.
    const stop = queries.getQueryCache().subscribe(() => notifyManager.schedule(plan));
    plan();
    return () => {
      stop();
      rest.length = 0;
    };
  }, [isSettled, key]);
}
