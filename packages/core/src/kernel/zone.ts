import { Temporal } from 'temporal-polyfill';

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

/** A time between two changes of the UTC offset, in ms since the epoch; `to` is exclusive. */
interface Period {
  readonly from: number;
  readonly to: number;
  /** In ms. */
  readonly offset: number;
}

const DAY = 24 * 3_600_000;
const MAX_CACHED_PERIODS = 1_000;

/**
 * Creates a time zone from an IANA name or a fixed offset like `+02:00`.
 * @throws RangeError for an unknown zone
 */
export function createZone(name: string): Zone {
  // Refuses what is no name of a zone: Temporal also accepts times with a zone.
  new Intl.DateTimeFormat('en', { timeZone: name });
  const periods: Period[] = [];
  const offsetAt = (time: number): number => {
    const known = periods.find(({ from, to }) => from <= time && time < to);
    if (known) return known.offset;
    if (periods.length >= MAX_CACHED_PERIODS) periods.length = 0;
    const period = periodAt(time, name);
    periods.push(period);
    return period.offset;
  };
  return {
    name,
    toLocal: (instant) => textOf(instant.getTime() + offsetAt(instant.getTime())),
    toInstant(local) {
      const shown = timeOf(local);
      const before = shown - offsetAt(shown - DAY);
      const after = shown - offsetAt(shown + DAY);
      if (before === after) return new Date(before);
      const fits = [before, after].filter((time) => time + offsetAt(time) === shown);
      return new Date(fits.length > 0 ? Math.min(...fits) : before);
    },
  };
}

function periodAt(time: number, zone: string): Period {
  const at = (instant: number) => Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  // The change before the next millisecond may be at this one.
  const from = at(time + 1).getTimeZoneTransition('previous');
  const to = at(time).getTimeZoneTransition('next');
  return {
    from: from?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    to: to?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offset: at(time).offsetNanoseconds / 1e6,
  };
}

const zones = new Map<string, Zone>();
const MAX_CACHED_ZONES = 16;

/**
 * As `createZone`, with a cache of a few zones and their offsets.
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

/** A local time read as if it were UTC. */
function timeOf(local: string): number {
  const time = Date.parse(`${local.replace(' ', 'T')}Z`);
  if (Number.isNaN(time)) throw new RangeError(`Not a local time: ${local}`);
  return time;
}

const textOf = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');
