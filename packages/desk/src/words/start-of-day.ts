import type { Day } from './calendar.ts';

/** How far the clock of a zone is ahead of UTC at a moment (ms). */
function offsetAt(time: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(time);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - time;
}

/** The first moment of a day on the clock of a zone, in ISO 8601. */
export function startOfDay(day: Day, timeZone: string): string {
  const local = Date.parse(`${day}T00:00:00Z`);
  const first = local - offsetAt(local, timeZone);
  return new Date(local - offsetAt(first, timeZone)).toISOString();
}
