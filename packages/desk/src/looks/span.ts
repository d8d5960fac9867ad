import {
  type CalendarOfShop,
  comparedRange,
  type Day,
  type DayRange,
  type Interval,
  possibleIntervals,
  rangeOf,
  suitableInterval,
} from '../words/calendar.ts';
import type { Look } from './look.ts';

/** The days that a look is about, and those it is compared with. */
export interface Span {
  readonly range: DayRange;
  readonly before: DayRange | undefined;
  readonly interval: Interval;
  readonly intervals: readonly Interval[];
  /** The range holds the present day: its last bucket is not over. */
  readonly isOpen: boolean;
}

/** Resolves the period of a look on the calendar of the shop. */
export function spanOf(
  { period, compare, by }: Pick<Look, 'period' | 'compare' | 'by'>,
  calendar: CalendarOfShop,
  first?: Day,
): Span {
  const range = rangeOf(period, calendar, first);
  const intervals = possibleIntervals(range);
  const suitable = suitableInterval(range);
  return {
    range,
    before: comparedRange(period, range, compare),
    interval: by !== undefined && intervals.includes(by) ? by : suitable,
    intervals: intervals.includes(suitable) ? intervals : [suitable, ...intervals],
    isOpen: range.after <= calendar.today && calendar.today <= range.before,
  };
}
