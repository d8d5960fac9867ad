import type { Day, DayRange, Interval } from './calendar.ts';
import { dateFormat, once } from './once.ts';

/** How a shop and a reader write numbers and dates. */
export interface Conventions {
  readonly locale: string;
  readonly currency: string;
  readonly decimals: number;
  readonly timeZone: string;
}

/** The unit of a number or text of a report. */
export type Unit = 'money' | 'count' | 'average' | 'percent' | 'text' | 'day' | 'moment' | 'status' | 'words' | 'sku';

/** Writers of numbers and dates; days are written in UTC, so that no zone of the browser moves them. */
export interface Formats {
  readonly conventions: Conventions;
  money(amount: number): string;
  /** Without decimals from 100,000 on, for tiles. */
  moneyShort(amount: number): string;
  count(number: number): string;
  average(number: number): string;
  /** Signed: +35%. */
  change(ratio: number): string;
  percent(ratio: number): string;
  /** Short, for an axis: €20k. */
  axis(number: number, unit: Unit): string;
  number(number: number, unit: Unit): string;
  numberShort(number: number, unit: Unit): string;
  day(day: Day): string;
  dayShort(day: Day): string;
  dayWithWeekday(day: Day): string;
  month(day: Day): string;
  range(range: DayRange): string;
  /** A moment on the clock of the shop. */
  moment(iso: string): string;
  /** The same with seconds and the offset, for titles. */
  momentExact(iso: string): string;
  time(iso: string): string;
  /** How long ago, such as "3 minutes ago". */
  ago(seconds: number): string;
  list(words: readonly string[]): string;
}

/** Chooses the form of a number in a language; `#` stands for the number. */
export type Plural = (count: number, forms: PluralForms) => string;
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** Makes the plural writer of a locale. */
export function pluralIn(locale: string): Plural {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replaceAll('#', () => numbers.format(count));
}

const atNoon = (day: Day): Date => new Date(`${day.slice(0, 10)}T12:00:00Z`);

/** Makes the writers; each Intl object is made once, on first use. */
export function formatsOf(conventions: Conventions): Formats {
  const numbers = numberWriters(conventions);
  return { conventions, ...numbers, ...dateWriters(conventions), ...unitWriters(numbers) };
}

function numberWriters({ locale, currency, decimals }: Conventions) {
  const number = once((options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
  const exact = (digits: number): Intl.NumberFormatOptions => ({
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const money = (amount: number) => number(exact(decimals)).format(zero(amount, decimals));
  return {
    money,
    moneyShort: (amount: number) => (Math.abs(amount) >= 100_000 ? number(exact(0)).format(amount) : money(amount)),
    count: (value: number) => number({ maximumFractionDigits: 4 }).format(zero(value, 4)),
    average: (value: number) => number({ minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(zero(value, 2)),
    change: (ratio: number) =>
      number({ style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: Math.abs(ratio) < 0.01 ? 1 : 0 })
        .format(ratio)
        .replace('-', '\u2212'),
    percent: (ratio: number) => number({ style: 'percent', maximumFractionDigits: 1 }).format(ratio),
    axis: (value: number, unit: Unit) =>
      number({
        notation: 'compact',
        maximumSignificantDigits: 3,
        ...(unit === 'money' && { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
      })
        .format(value)
        .replace(/(\d)K/, '$1k'),
    list: (words: readonly string[]) => new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(words),
  };
}

/** Avoids a negative zero after rounding. */
const zero = (value: number, digits: number): number => (Math.abs(value) < 0.5 * 10 ** -digits ? 0 : value);

type NumberWriters = ReturnType<typeof numberWriters>;

const unitWriters = ({ money, moneyShort, count, average, percent }: NumberWriters) => ({
  number: (value: number, unit: Unit) => {
    if (unit === 'money') return money(value);
    if (unit === 'average') return average(value);
    return unit === 'percent' ? percent(value / 100) : count(value);
  },
  numberShort: (value: number, unit: Unit) => {
    if (unit === 'money') return moneyShort(value);
    if (unit === 'average') return average(value);
    return unit === 'percent' ? percent(value / 100) : count(value);
  },
});

function dateWriters({ locale, timeZone }: Conventions) {
  const date = (options: Intl.DateTimeFormatOptions) => dateFormat({ locale, ...options });
  const full = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  const moment = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
  const exact = { dateStyle: 'medium', timeStyle: 'long', timeZone } as const;
  // A screen writes the same range several times, and each takes half a millisecond.
  const range = once(({ after, before }: DayRange) => date(full).formatRange(atNoon(after), atNoon(before)));
  return {
    day: (day: Day) => date(full).format(atNoon(day)),
    dayShort: (day: Day) => date({ day: 'numeric', month: 'short', timeZone: 'UTC' }).format(atNoon(day)),
    dayWithWeekday: (day: Day) => date({ ...full, weekday: 'short' }).format(atNoon(day)),
    month: (day: Day) => date({ month: 'short', year: 'numeric', timeZone: 'UTC' }).format(atNoon(day)),
    range: ({ after, before }: DayRange) => range({ after, before }),
    moment: (iso: string) => date(moment).format(new Date(iso)),
    momentExact: (iso: string) => date(exact).format(new Date(iso)),
    time: (iso: string) => date({ timeStyle: 'short', timeZone }).format(new Date(iso)),
    ago: (seconds: number) => {
      const [unit, size] = largestUnit(seconds);
      return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.round(seconds / size), unit);
    },
  };
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const largestUnit = (seconds: number): readonly [Intl.RelativeTimeFormatUnit, number] =>
  units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];

/** Writes a bucket of a chart: an hour, a day, a week as a range, a month, a quarter or a year. */
export function bucketName(formats: Formats, { start, end }: Bucket, interval: Interval): string {
  const after = start.slice(0, 10);
  const before = end.slice(0, 10);
  switch (interval) {
    case 'hour':
      return `${formats.dayShort(after)}, ${start.slice(11, 16)}`;
    case 'day':
      return formats.dayWithWeekday(after);
    case 'month':
      return isWholeMonth(after, before) ? formats.month(after) : formats.range({ after, before });
    case 'year':
      return after.endsWith('-01-01') && before.endsWith('-12-31')
        ? after.slice(0, 4)
        : formats.range({ after, before });
    default:
      return formats.range({ after, before });
  }
}

/** Ends of a bucket on the clock of the shop, as the server cut them. */
export interface Bucket {
  readonly start: string;
  readonly end: string;
}

const isWholeMonth = (after: Day, before: Day): boolean =>
  after.endsWith('-01') && after.slice(0, 7) === before.slice(0, 7) && Number(before.slice(8)) >= 28;

/** Writes a bucket for the axis, as short as can be. */
export function bucketTick(formats: Formats, { start }: Bucket, interval: Interval): string {
  const day = start.slice(0, 10);
  if (interval === 'hour') return start.slice(11, 16);
  if (interval === 'year') return day.slice(0, 4);
  return interval === 'month' || interval === 'quarter' ? formats.month(day) : formats.dayShort(day);
}
