import { invalidField } from '../../kernel/errors.ts';
import type { Zone } from '../../kernel/zone.ts';
import type { LocalTime } from '../facts/facts.ts';
import type { Interval } from '../plan.ts';
import { labelOf, localOf, type Numbering, numberingOf, timeOf } from './calendar.ts';
import type { Range } from './range.ts';

/** One interval of a report, clipped to the range. */
export interface Bucket {
  readonly label: string;
  readonly start: LocalTime;
  readonly end: LocalTime;
  readonly startUtc: LocalTime;
  readonly endUtc: LocalTime;
}

/** Intervals overlapping a range, in order of time; computed on access. */
export interface Buckets {
  readonly count: number;
  at(index: number): Bucket;
  /** Index of the interval that starts at this time before clipping; undefined outside the range. */
  indexOf(start: LocalTime): number | undefined;
}

export interface Division {
  readonly interval: Interval;
  /** 0 is Sunday. */
  readonly weekStartsOn: number;
  readonly zone: Zone;
}

/** Maximum hours of a range, which is searched for hours skipped by clock changes (about 114 years). */
const MOST_HOURS = 1_000_000;
const WEEK = 7 * 24;

/**
 * Divides a range into intervals. Hours skipped by the shop's clock are omitted; a repeated hour is one interval of two
 * hours.
 * @throws DomainError `validation_failed` for more than a million hours
 */
export function bucketsOf(range: Range, division: Division): Buckets {
  const { interval, weekStartsOn } = division;
  const numbering = numberingOf(interval, weekStartsOn);
  if (range.after > range.before) return { count: 0, at: outside, indexOf: () => undefined };
  const first = numbering.numberAt(range.after);
  const last = numbering.numberAt(range.before);
  if (interval === 'hour' && last - first >= MOST_HOURS) throw tooManyHours();
  const left = interval === 'hour' ? hoursLeftOut({ first, last }, numbering, division.zone) : [];
  const ends = { after: timeOf(range.after), before: timeOf(range.before) };
  const place = { numbering, range, ends, division, instants: new Map<number, number>() };
  return {
    count: last - first + 1 - left.length,
    at(index) {
      const number = left.reduce((found, gap) => (gap <= found ? found + 1 : found), first + index);
      return bucketAt(number, place);
    },
    indexOf(start) {
      const number = numbering.numberAt(start);
      if (number < first || number > last) return undefined;
      return number - first - left.filter((gap) => gap < number).length;
    },
  };
}

const outside = (): never => {
  throw new RangeError('A range without intervals has none to give.');
};

const tooManyHours = () =>
  invalidField('interval', 'validation_failed', 'The range is too long to be divided into hours.');

interface IntervalFrame {
  readonly numbering: Numbering;
  readonly range: Range;
  /** In the unit of `timeOf`. */
  readonly ends: { readonly after: number; readonly before: number };
  readonly division: Division;
  /** Start instants by interval number; an interval ends where the next one starts. */
  readonly instants: Map<number, number>;
}

function bucketAt(number: number, place: IntervalFrame): Bucket {
  const { numbering, range, ends, division } = place;
  const { zone, interval, weekStartsOn } = division;
  const begin = numbering.startOf(number);
  const last = numbering.startOf(number + 1) - 1_000;
  const isCutBefore = ends.after > begin;
  const isCutAfter = last > ends.before;
  const start = isCutBefore ? range.after : localOf(begin);
  const end = isCutAfter ? range.before : localOf(last);
  return {
    label: labelOf(interval, start, weekStartsOn),
    start,
    end,
    startUtc: localOf(isCutBefore ? zone.toInstant(start).getTime() : instantOf(number, place)),
    // One second before the next interval, so that a repeated hour includes both of its hours.
    endUtc: localOf(isCutAfter ? zone.toInstant(end).getTime() : instantOf(number + 1, place) - 1_000),
  };
}

/** Start of an interval before clipping, in ms since the epoch. */
function instantOf(number: number, { numbering, division, instants }: IntervalFrame): number {
  const known = instants.get(number);
  if (known !== undefined) return known;
  const instant = division.zone.toInstant(localOf(numbering.startOf(number))).getTime();
  instants.set(number, instant);
  return instant;
}

/** Numbers of the hours skipped by the shop's clock; only weeks with a change of the UTC offset are searched. */
function hoursLeftOut(
  { first, last }: { readonly first: number; readonly last: number },
  { startOf }: Numbering,
  zone: Zone,
): readonly number[] {
  const shift = (number: number): number => {
    const shown = startOf(number);
    return shown - zone.toInstant(localOf(shown)).getTime();
  };
  const left: number[] = [];
  for (let week = first; week <= last; week += WEEK) {
    const end = week + WEEK;
    if (shift(week) === shift(end)) continue;
    for (let hour = week; hour < end && hour <= last; hour += 1)
      if (!isShown(localOf(startOf(hour)), zone)) left.push(hour);
  }
  return left;
}

const isShown = (hour: LocalTime, zone: Zone): boolean =>
  [hour, `${hour.slice(0, 13)}:59:59`].some((local) =>
    zone.toLocal(zone.toInstant(local)).startsWith(hour.slice(0, 13)),
  );
