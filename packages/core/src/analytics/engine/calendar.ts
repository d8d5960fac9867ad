import type { LocalTime } from '../facts.ts';
import type { Interval } from '../plan.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What the clock shows, as if it were UTC. */
export const timeOf = (local: LocalTime): number => Date.parse(`${local.replace(' ', 'T')}Z`);
/** The opposite. */
export function localOf(time: number): LocalTime {
  const day = Math.floor(time / DAY);
  const second = Math.floor((time - day * DAY) / 1_000);
  const minute = Math.floor(second / 60);
  return `${dayOf(day)} ${two(Math.floor(minute / 60))}:${two(minute % 60)}:${two(second % 60)}`;
}

const MOST_DAYS = 10_000;
const days = new Map<number, string>();

/** How a day is written, by its number; the ends of intervals are on the same days again and again. */
function dayOf(number: number): string {
  const known = days.get(number);
  if (known !== undefined) return known;
  if (days.size >= MOST_DAYS) days.clear();
  const day = new Date(number * DAY).toISOString().slice(0, 10);
  days.set(number, day);
  return day;
}

/** The intervals of one kind, numbered without gaps through all times. */
export interface Numbering {
  /** The number of the interval that a moment lies in. */
  numberAt(local: LocalTime): number;
  /** The moment at which the interval of a number starts, as `timeOf` tells it. */
  startOf(number: number): number;
}

const months = (size: number): Numbering => ({
  numberAt: (local) => Math.floor((Number(local.slice(0, 4)) * 12 + Number(local.slice(5, 7)) - 1) / size),
  startOf: (number) => {
    const month = number * size;
    const [year, rest] = [Math.floor(month / 12), month % 12];
    // `Date.UTC` takes the first years for those after 1900.
    return new Date(0).setUTCFullYear(year, rest, 1);
  },
});

const lengths = (length: number, begin = 0): Numbering => ({
  numberAt: (local) => Math.floor((timeOf(local) - begin) / length),
  startOf: (number) => number * length + begin,
});

/** Numbers the intervals of one kind; weeks start on this day, 0 is Sunday. */
export function numberingOf(interval: Interval, weekStartsOn: number): Numbering {
  switch (interval) {
    case 'hour':
      return lengths(HOUR);
    case 'day':
      return lengths(DAY);
    case 'week':
      // The first day of all, 1970-01-01, was a Thursday.
      return lengths(7 * DAY, ((weekStartsOn + 3) % 7) * DAY);
    case 'month':
      return months(1);
    case 'quarter':
      return months(3);
    case 'year':
      return months(12);
  }
}

/** What the interval is called that this moment lies in, its first in the range (docs/spec/analytics.md 1.2). */
export function labelOf(interval: Interval, first: LocalTime, weekStartsOn: number): string {
  switch (interval) {
    case 'hour':
      return first.slice(0, 13);
    case 'day':
      return first.slice(0, 10);
    case 'week':
      return weekStartsOn === 1 ? isoWeek(first) : plainWeek(first, weekStartsOn);
    case 'month':
      return first.slice(0, 7);
    case 'quarter':
      return `${first.slice(0, 4)}-${Math.floor((Number(first.slice(5, 7)) - 1) / 3) + 1}`;
    case 'year':
      return first.slice(0, 4);
  }
}

const yearStart = (year: string): number => timeOf(`${year}-01-01 00:00:00`);
const two = (number: number): string => (number < 10 ? `0${number}` : String(number));

/** The year that has the week's Thursday, and the number of the week in it. */
function isoWeek(local: LocalTime): string {
  const day = Math.floor(timeOf(local) / DAY);
  const thursday = day - ((((day + 3) % 7) + 7) % 7) + 3;
  const year = localOf(thursday * DAY).slice(0, 4);
  return `${year}-${two(Math.floor((thursday * DAY - yearStart(year)) / (7 * DAY)) + 1)}`;
}

/** The number of the week in the year of this day, counted from the week that has the first of January. */
function plainWeek(local: LocalTime, weekStartsOn: number): string {
  const year = local.slice(0, 4);
  const start = yearStart(year);
  const dayOfYear = Math.floor((timeOf(local) - start) / DAY) + 1;
  const shift = (new Date(start).getUTCDay() - weekStartsOn + 7) % 7;
  return `${year}-${two(Math.floor((dayOfYear + shift - 1) / 7) + 1)}`;
}
