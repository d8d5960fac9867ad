/** The clock of a place: what it shows at an instant, and the instant at which it shows something. */
export interface Zone {
  readonly name: string;
  /** What the clock shows, to the second: `2025-03-30 23:59:59`. */
  toLocal(instant: Date): string;
  /**
   * The instant at which the clock shows this; of two, the first; in an hour that the clock leaves out, as if it had not
   * been put forward.
   */
  toInstant(local: string): Date;
}

/** Clocks are put forward and back on quarters of an hour only, so within one the difference to UTC is the same. */
const QUARTER = 15 * 60_000;
/** No clock is put forward and back again within a day: where both ends of it have the same difference, so has all of it. */
const DAY = 24 * 3_600_000;
const MOST_KEPT = 200_000;

/**
 * Makes the clock of a time zone: an IANA name, or a fixed offset like `+02:00`.
 * @throws RangeError when nobody knows the zone
 */
export function createZone(name: string): Zone {
  const offsetOf = offsetReader(name);
  const ends = new Map<number, number>();
  const quarters = new Map<number, number>();
  const kept = (offsets: Map<number, number>, time: number): number => {
    const known = offsets.get(time);
    if (known !== undefined) return known;
    if (offsets.size >= MOST_KEPT) offsets.clear();
    const offset = offsetOf(time);
    offsets.set(time, offset);
    return offset;
  };
  const offsetAt = (time: number): number => {
    const day = Math.floor(time / DAY) * DAY;
    const offset = kept(ends, day);
    return offset === kept(ends, day + DAY) ? offset : kept(quarters, Math.floor(time / QUARTER) * QUARTER);
  };
  return {
    name,
    toLocal: (instant) => textOf(instant.getTime() + offsetAt(instant.getTime())),
    toInstant(local) {
      const shown = timeOf(local);
      const before = shown - offsetAt(shown - 24 * 3_600_000);
      const after = shown - offsetAt(shown + 24 * 3_600_000);
      if (before === after) return new Date(before);
      const fits = [before, after].filter((time) => time + offsetAt(time) === shown);
      return new Date(fits.length > 0 ? Math.min(...fits) : before);
    },
  };
}

const zones = new Map<string, Zone>();
const MOST_ZONES = 16;

/**
 * As `createZone`, and remembers what the clocks of a few places showed, because that is slow to find out.
 * @throws RangeError when nobody knows the zone
 */
export function zoneNamed(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  if (zones.size >= MOST_ZONES) zones.clear();
  const zone = createZone(name);
  zones.set(name, zone);
  return zone;
}

const fixed = /^([+-])([01][0-9]|2[0-3]):?([0-5][0-9])$/;

/** Reads the difference between the clock and UTC, in milliseconds. */
function offsetReader(name: string): (time: number) => number {
  const [, sign, hours, minutes] = fixed.exec(name) ?? [];
  if (sign !== undefined) {
    const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
    return () => (sign === '-' ? -offset : offset);
  }
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (time) => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
    const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts;
    // `Date.UTC` takes the first years for those after 1900.
    const midnight = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day));
    const shown = midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1_000;
    return shown - Math.floor(time / 1_000) * 1_000;
  };
}

/** A shown time as if it were UTC. */
function timeOf(local: string): number {
  const time = Date.parse(`${local.replace(' ', 'T')}Z`);
  if (Number.isNaN(time)) throw new RangeError(`Not a local time: ${local}`);
  return time;
}

const textOf = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');
