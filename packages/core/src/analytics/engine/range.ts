import type { Zone } from '../../kernel/zone.ts';
import type { LocalTime } from '../facts.ts';

/** A part of the shop's time; both ends belong to it. It is empty where it begins after its end. */
export interface Range {
  readonly after: LocalTime;
  readonly before: LocalTime;
}

/** The ends of a range as they were sent. */
export interface SentRange {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

const WEEK = 7 * 24 * 3_600_000;
/** Years beyond these have no intervals before or after them that four digits could name. */
const [firstLocal, lastLocal] = ['0001-01-01 00:00:00', '9998-12-31 23:59:59'];
/** A day within them, so that the clock of no place leaves them. */
const [earliest, latest] = [Date.parse('0001-01-02T00:00:00Z'), Date.parse('9998-12-30T00:00:00Z')];

/**
 * Reads the range of a report (docs/spec/analytics.md 1.1): without a zone on the clock of the shop, to the second. An
 * end that is missing is now, a beginning that is missing a week before now.
 */
export function readRange({ after, before }: SentRange, zone: Zone, now: Date): Range {
  return {
    after: after === undefined ? zone.toLocal(new Date(now.getTime() - WEEK)) : readLocal(after, zone),
    before: before === undefined ? zone.toLocal(now) : readLocal(before, zone),
  };
}

const parts = /^(.{10})[Tt ](.{8})(?:\.\d+)?(.*)$/;

/** What the clock of the shop shows at a moment that was sent, with or without a zone. */
export function readLocal(text: string, zone: Zone): LocalTime {
  const [, day = '', time = '', offset = ''] = parts.exec(text) ?? [];
  if (offset === '') return within(`${day} ${time}`);
  const sign = offset.startsWith('-') ? -1 : 1;
  const [hours = '0', minutes = '0'] = offset.slice(1).split(':');
  const difference = /^[Zz]$/.test(offset) ? 0 : sign * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const instant = Date.parse(`${day}T${time}Z`) - difference;
  return within(zone.toLocal(new Date(Math.min(Math.max(instant, earliest), latest))));
}

/** The same moment in UTC; without a zone it is one on the clock of the shop. */
export function readUtc(text: string, zone: Zone): LocalTime {
  const instant = zone.toInstant(readLocal(text, zone)).getTime();
  return new Date(Math.min(Math.max(instant, earliest), latest)).toISOString().slice(0, 19).replace('T', ' ');
}

const within = (local: LocalTime): LocalTime =>
  local < firstLocal ? firstLocal : local > lastLocal ? lastLocal : local;
