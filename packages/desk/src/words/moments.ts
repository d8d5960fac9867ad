import type { Day } from './calendar.ts';
import { dateFormat } from './once.ts';

/** What the clock of a zone shows at a moment, as if it were UTC (ms). */
function clockAt(time: number, timeZone: string): number {
  const parts = dateFormat({
    locale: 'en',
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
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

/** What the clock of a zone shows at a moment: `2026-11-24T18:05`. */
export const clockText = (iso: string, timeZone: string): string =>
  new Date(clockAt(Math.floor(Date.parse(iso) / 1_000) * 1_000, timeZone)).toISOString().slice(0, 16);

/** The moment at which the clock of a zone shows `2026-11-24T18:05`, in ISO 8601. */
export function momentOf(clock: string, timeZone: string): string {
  const local = Date.parse(`${clock}Z`);
  const guess = local - (clockAt(local, timeZone) - local);
  return new Date(local - (clockAt(guess, timeZone) - guess)).toISOString();
}

/** The first moment of a day on the clock of a zone. */
export const startOfDay = (day: Day, timeZone: string): string => momentOf(`${day}T00:00`, timeZone);
