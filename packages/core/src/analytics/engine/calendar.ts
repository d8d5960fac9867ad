import { Temporal } from 'temporal-polyfill';
import type { LocalTime } from '../facts/facts.ts';
import type { Interval } from '../plan.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A local time in ms since the epoch, read as if it were UTC. */
export const timeOf = (local: LocalTime): number => Date.parse(`${local.replace(' ', 'T')}Z`);
/** Inverse of `timeOf`. */
export function localOf(time: number): LocalTime {
  const day = Math.floor(time / DAY);
  const second = Math.floor((time - day * DAY) / 1_000);
  const minute = Math.floor(second / 60);
  return `${dayOf(day)} ${two(Math.floor(minute / 60))}:${two(minute % 60)}:${two(second % 60)}`;
}

const MOST_DAYS = 10_000;
const days = new Map<number, string>();

/** Formats a day number as `YYYY-MM-DD`; cached, because interval ends repeat the same days. */
function dayOf(number: number): string {
  const known = days.get(number);
  if (known !== undefined) return known;
  if (days.size >= MOST_DAYS) days.clear();
  const day = new Date(number * DAY).toISOString().slice(0, 10);
  days.set(number, day);
  return day;
}

/** Gapless numbering of the intervals of one length. */
export interface Numbering {
  /** Number of the interval containing a local time. */
  numberAt(local: LocalTime): number;
  /** Start of an interval, in the unit of `timeOf`. */
  startOf(number: number): number;
}

const months = (size: number): Numbering => ({
  numberAt: (local) => Math.floor((Number(local.slice(0, 4)) * 12 + Number(local.slice(5, 7)) - 1) / size),
  startOf: (number) => {
    const month = number * size;
    const year = Math.floor(month / 12);
    const rest = month % 12;
    // `Date.UTC` maps the years 0 to 99 to 1900 to 1999.
    return new Date(0).setUTCFullYear(year, rest, 1);
  },
});

const lengths = (length: number, begin = 0): Numbering => ({
  numberAt: (local) => Math.floor((timeOf(local) - begin) / length),
  startOf: (number) => number * length + begin,
});

/** Numbering for an interval length; `weekStartsOn` 0 is Sunday. */
export function numberingOf(interval: Interval, weekStartsOn: number): Numbering {
  switch (interval) {
    case 'hour':
      return lengths(HOUR);
    case 'day':
      return lengths(DAY);
    case 'week':
      // The epoch, 1970-01-01, was a Thursday.
      return lengths(7 * DAY, ((weekStartsOn + 3) % 7) * DAY);
    case 'month':
      return months(1);
    case 'quarter':
      return months(3);
    case 'year':
      return months(12);
  }
}

/** Label of the interval containing this time, its first in the range (docs/spec/analytics.md 1.2). */
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

const two = (number: number): string => (number < 10 ? `0${number}` : String(number));
const dateOf = (local: LocalTime): Temporal.PlainDate => Temporal.PlainDate.from(local.slice(0, 10));

/** ISO week: the year of the week's Thursday and the week number in that year. */
function isoWeek(local: LocalTime): string {
  const { yearOfWeek = 0, weekOfYear = 0 } = dateOf(local);
  return `${String(yearOfWeek).padStart(4, '0')}-${two(weekOfYear)}`;
}

/** Week number within the calendar year; week 1 contains 1 January. */
function plainWeek(local: LocalTime, weekStartsOn: number): string {
  const date = dateOf(local);
  const shift = (date.with({ month: 1, day: 1 }).dayOfWeek - weekStartsOn + 7) % 7;
  return `${local.slice(0, 4)}-${two(Math.floor((date.dayOfYear + shift - 1) / 7) + 1)}`;
}
