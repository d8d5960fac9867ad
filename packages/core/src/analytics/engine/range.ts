import type { Zone } from '../../kernel/zone.ts';
import type { LocalTime } from '../facts/facts.ts';

/** A range of local times, both ends inclusive. Empty if `after` is later than `before`. */
export interface Range {
  readonly after: LocalTime;
  readonly before: LocalTime;
}

/** Unparsed ends of a range. */
export interface SentRange {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

const WEEK = 7 * 24 * 3_600_000;
/** Outside these years, adjacent intervals would have labels of more or less than four digits. */
const firstLocal = '0001-01-01 00:00:00';
const lastLocal = '9998-12-31 23:59:59';
/** One day inside these limits, so that no UTC offset exceeds them. */
const earliest = Date.parse('0001-01-02T00:00:00Z');
const latest = Date.parse('9998-12-30T00:00:00Z');

/**
 * Reads the range of a report (docs/spec/analytics.md 1.1), to the second; times without UTC offset are local times of
 * the shop. `before` defaults to now, `after` to one week before now.
 */
export function readRange({ after, before }: SentRange, zone: Zone, now: Date): Range {
  return {
    after: after === undefined ? zone.toLocal(new Date(now.getTime() - WEEK)) : readLocal(after, zone),
    before: before === undefined ? zone.toLocal(now) : readLocal(before, zone),
  };
}

const parts = /^(.{10})[Tt ](.{8})(?:\.\d+)?(.*)$/;

/** Reads a time, with or without UTC offset, as local time of the shop. */
export function readLocal(text: string, zone: Zone): LocalTime {
  const [, day = '', time = '', offset = ''] = parts.exec(text) ?? [];
  if (offset === '') return within(`${day} ${time}`);
  const sign = offset.startsWith('-') ? -1 : 1;
  const [hours = '0', minutes = '0'] = offset.slice(1).split(':');
  const difference = /^[Zz]$/.test(offset) ? 0 : sign * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const instant = Date.parse(`${day}T${time}Z`) - difference;
  return within(zone.toLocal(new Date(Math.min(Math.max(instant, earliest), latest))));
}

/** Reads a time in UTC; without UTC offset it is a local time of the shop. */
export function readUtc(text: string, zone: Zone): LocalTime {
  const instant = zone.toInstant(readLocal(text, zone)).getTime();
  return new Date(Math.min(Math.max(instant, earliest), latest)).toISOString().slice(0, 19).replace('T', ' ');
}

const within = (local: LocalTime): LocalTime =>
  local < firstLocal ? firstLocal : local > lastLocal ? lastLocal : local;
