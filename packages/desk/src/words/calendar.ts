import { dateFormat } from './once.ts';

/** A day on the clock of the shop: `2026-11-24`. */
export type Day = string;

/** Both ends inclusive. */
export interface DayRange {
  readonly after: Day;
  readonly before: Day;
}

export type Interval = 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';
export type Comparison = 'previous' | 'year' | 'none';

/** The present day and the first day of a week: 0 is Sunday. */
export interface CalendarOfShop {
  readonly today: Day;
  readonly weekStartsOn: number;
}

/** Named periods in the order of the picker. */
export const presets = [
  'today',
  'yesterday',
  '7d',
  '30d',
  '90d',
  'week',
  'month',
  'quarter',
  'year',
  'last-month',
  'last-quarter',
  '12m',
  'all',
] as const;
export type Preset = (typeof presets)[number];
export type Period = Preset | DayRange;

const DAY = 86_400_000;

const timeOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number): Day => new Date(time).toISOString().slice(0, 10);
const partsOf = (day: Day): readonly [year: number, month: number, date: number] => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return [year, month - 1, date];
};

/** Whether a text is an existing day from 1970 to 2199. */
export const isDay = (text: string): boolean => {
  if (!/^(?:19[7-9]\d|2[01]\d\d)-\d\d-\d\d$/.test(text)) return false;
  const time = timeOf(text);
  return !Number.isNaN(time) && dayOf(time) === text;
};

export const addDays = (day: Day, count: number): Day => dayOf(timeOf(day) + count * DAY);

/** Number of days from one day to another; 0 for the same. */
export const daysBetween = (from: Day, to: Day): number => Math.round((timeOf(to) - timeOf(from)) / DAY);

/** Number of days in a range. */
export const lengthOf = ({ after, before }: DayRange): number => daysBetween(after, before) + 1;

/** Adds months; a day that the month does not have becomes its last. */
export function addMonths(day: Day, count: number): Day {
  const [year, month, date] = partsOf(day);
  const first = new Date(Date.UTC(year, month + count, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(date, last)));
}

/** First day of the interval in which a day lies. */
export function startOf(interval: Exclude<Interval, 'hour'>, day: Day, weekStartsOn: number): Day {
  const [year, month] = partsOf(day);
  switch (interval) {
    case 'day':
      return day;
    case 'week':
      return addDays(day, -((new Date(timeOf(day)).getUTCDay() - weekStartsOn + 7) % 7));
    case 'month':
      return dayOf(Date.UTC(year, month, 1));
    case 'quarter':
      return dayOf(Date.UTC(year, month - (month % 3), 1));
    case 'year':
      return dayOf(Date.UTC(year, 0, 1));
  }
}

/** The days of a period; `first` is the first day with records, for `all`. */
export function rangeOf(period: Period, { today, weekStartsOn }: CalendarOfShop, first: Day = today): DayRange {
  if (typeof period === 'object') return period;
  const since = (after: Day): DayRange => ({ after: after > today ? today : after, before: today });
  const toDate = (interval: 'week' | 'month' | 'quarter' | 'year') => since(startOf(interval, today, weekStartsOn));
  switch (period) {
    case 'today':
      return since(today);
    case 'yesterday':
      return { after: addDays(today, -1), before: addDays(today, -1) };
    case '7d':
    case '30d':
    case '90d':
      return since(addDays(today, 1 - Number.parseInt(period, 10)));
    case 'week':
    case 'month':
    case 'quarter':
    case 'year':
      return toDate(period);
    case 'last-month':
      return wholeBefore(startOf('month', today, weekStartsOn), 1);
    case 'last-quarter':
      return wholeBefore(startOf('quarter', today, weekStartsOn), 3);
    case '12m':
      return since(addDays(addMonths(today, -12), 1));
    case 'all':
      return since(first);
  }
}

const wholeBefore = (start: Day, months: number): DayRange => ({
  after: addMonths(start, -months),
  before: addDays(start, -1),
});

const unitMonths: Partial<Record<string, number>> = {
  month: 1,
  quarter: 3,
  year: 12,
  'last-month': 1,
  'last-quarter': 3,
};

/** The range that a period is compared with: always of the same number of days, so that buckets match by place. */
export function comparedRange(period: Period, range: DayRange, comparison: Comparison): DayRange | undefined {
  if (comparison === 'none' || period === 'all') return undefined;
  const length = lengthOf(range);
  const from = (after: Day): DayRange => ({ after, before: addDays(after, length - 1) });
  if (comparison === 'year') return from(addMonths(range.after, -12));
  if (period === 'week') return from(addDays(range.after, -7));
  const months = typeof period === 'string' ? unitMonths[period] : undefined;
  return from(months === undefined ? addDays(range.after, -length) : addMonths(range.after, -months));
}

/** The interval that suits a range: at most about 100 buckets. */
export function suitableInterval(range: DayRange): Interval {
  const days = lengthOf(range);
  if (days <= 2) return 'hour';
  if (days <= 99) return 'day';
  return days <= 366 ? 'week' : 'month';
}

/** Buckets that a range has at most by an interval. */
const bucketDays: Record<Interval, number> = { hour: 1 / 24, day: 1, week: 7, month: 30, quarter: 91, year: 365 };

/** Intervals that divide a range into 1 to 1,000 buckets, as many as one answer has. */
export const possibleIntervals = (range: DayRange): readonly Interval[] => {
  const days = lengthOf(range);
  return (Object.keys(bucketDays) as Interval[]).filter(
    (interval) => days / bucketDays[interval] <= 990 && (bucketDays[interval] <= days || interval === 'day'),
  );
};

/** The day of a moment on the clock of a time zone. */
export const dayIn = (moment: Date, timeZone: string): Day =>
  dateFormat({ locale: 'en-CA', timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment);

/** The time of day of a moment on the clock of a time zone: `14:05:59`. */
export const timeIn = (moment: Date, timeZone: string): string =>
  dateFormat({ locale: 'en-GB', timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(moment);
