/** A time zone: converts between instants and local times. */
export interface Zone {
  readonly name: string;
  /** The local time, to the second: `2025-03-30 23:59:59`. */
  toLocal(instant: Date): string;
  /**
   * The instant of a local time. An ambiguous time is the earlier instant; a time skipped by a clock change is read
   * with the offset before the change.
   */
  toInstant(local: string): Date;
}

/** Offsets change on quarters of an hour only, so within one the offset is constant. */
const QUARTER = 15 * 60_000;
/** No zone changes its offset twice within a day: if both ends of a day have the same offset, so has all of it. */
const DAY = 24 * 3_600_000;
const MAX_CACHED_OFFSETS = 200_000;

/**
 * Creates a time zone from an IANA name or a fixed offset like `+02:00`.
 * @throws RangeError for an unknown zone
 */
export function createZone(name: string): Zone {
  const offsetOf = offsetReader(name);
  const ends = new Map<number, number>();
  const quarters = new Map<number, number>();
  const cached = (offsets: Map<number, number>, time: number): number => {
    const known = offsets.get(time);
    if (known !== undefined) return known;
    if (offsets.size >= MAX_CACHED_OFFSETS) offsets.clear();
    const offset = offsetOf(time);
    offsets.set(time, offset);
    return offset;
  };
  const offsetAt = (time: number): number => {
    const day = Math.floor(time / DAY) * DAY;
    const offset = cached(ends, day);
    return offset === cached(ends, day + DAY) ? offset : cached(quarters, Math.floor(time / QUARTER) * QUARTER);
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
const MAX_CACHED_ZONES = 16;

/**
 * As `createZone`, with a cache of a few zones, because computing offsets is slow.
 * @throws RangeError for an unknown zone
 */
export function zoneNamed(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  if (zones.size >= MAX_CACHED_ZONES) zones.clear();
  const zone = createZone(name);
  zones.set(name, zone);
  return zone;
}

const fixed = /^([+-])([01][0-9]|2[0-3]):?([0-5][0-9])$/;

/** The offset from UTC, in milliseconds. */
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
    // `Date.UTC` maps the years 0 to 99 to 1900 to 1999.
    const midnight = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day));
    const shown = midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1_000;
    return shown - Math.floor(time / 1_000) * 1_000;
  };
}

/** A local time read as if it were UTC. */
function timeOf(local: string): number {
  const time = Date.parse(`${local.replace(' ', 'T')}Z`);
  if (Number.isNaN(time)) throw new RangeError(`Not a local time: ${local}`);
  return time;
}

const textOf = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');
