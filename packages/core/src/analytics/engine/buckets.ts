import { invalidField } from '../../kernel/errors.ts';
import type { Zone } from '../../kernel/zone.ts';
import type { LocalTime } from '../facts.ts';
import type { Interval } from '../plan.ts';
import { labelOf, localOf, type Numbering, numberingOf, timeOf } from './calendar.ts';
import type { Range } from './range.ts';

/** One interval of a report, cut to its range. */
export interface Bucket {
  readonly label: string;
  readonly start: LocalTime;
  readonly end: LocalTime;
  readonly startUtc: LocalTime;
  readonly endUtc: LocalTime;
}

/** The intervals that a range touches, in order of time; none is made before it is asked for. */
export interface Buckets {
  readonly count: number;
  at(index: number): Bucket;
  /** Where the interval stands that starts at this moment, whether the range cuts it or not; undefined outside the range. */
  indexOf(start: LocalTime): number | undefined;
}

/** How time is divided. */
export interface Division {
  readonly interval: Interval;
  /** 0 is Sunday. */
  readonly weekStartsOn: number;
  readonly zone: Zone;
}

/** More hours than these are not looked through for those that the clock left out: a hundred years and some. */
const MOST_HOURS = 1_000_000;
const WEEK = 7 * 24;

/**
 * Divides a range. Hours that the clock of the shop left out are none; one that it showed twice is one of two hours.
 * @throws DomainError `validation_failed` for more than a million hours
 */
export function bucketsOf(range: Range, division: Division): Buckets {
  const { interval, weekStartsOn } = division;
  const numbering = numberingOf(interval, weekStartsOn);
  if (range.after > range.before) return { count: 0, at: outside, indexOf: () => undefined };
  const [first, last] = [numbering.numberAt(range.after), numbering.numberAt(range.before)];
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
  invalidField('interval', 'validation_failed', 'So many years are too long to be divided into hours.');

interface Place {
  readonly numbering: Numbering;
  readonly range: Range;
  /** The same as `timeOf` tells it. */
  readonly ends: { readonly after: number; readonly before: number };
  readonly division: Division;
  /** When intervals start, by their numbers: where one ends the next begins. */
  readonly instants: Map<number, number>;
}

function bucketAt(number: number, place: Place): Bucket {
  const { numbering, range, ends, division } = place;
  const { zone, interval, weekStartsOn } = division;
  const [begin, last] = [numbering.startOf(number), numbering.startOf(number + 1) - 1_000];
  const isCutBefore = ends.after > begin;
  const isCutAfter = last > ends.before;
  const start = isCutBefore ? range.after : localOf(begin);
  const end = isCutAfter ? range.before : localOf(last);
  return {
    label: labelOf(interval, start, weekStartsOn),
    start,
    end,
    startUtc: localOf(isCutBefore ? zone.toInstant(start).getTime() : instantOf(number, place)),
    // The last second before the next begins, so that an hour that is shown twice ends when it does.
    endUtc: localOf(isCutAfter ? zone.toInstant(end).getTime() : instantOf(number + 1, place) - 1_000),
  };
}

/** When an interval starts that nothing cuts. */
function instantOf(number: number, { numbering, division, instants }: Place): number {
  const known = instants.get(number);
  if (known !== undefined) return known;
  const instant = division.zone.toInstant(localOf(numbering.startOf(number))).getTime();
  instants.set(number, instant);
  return instant;
}

/** The numbers of the hours that the clock never showed: only in weeks in which it was changed. */
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
