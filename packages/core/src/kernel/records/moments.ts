import { zoneNamed } from '../zone.ts';

/** Bounds of lists, as compared with stored values. */
export interface TimeBounds {
  readonly after?: Date;
  readonly before?: Date;
  readonly modifiedAfter?: Date;
}

/** A filter as sent: a bound may be a text, which without a zone is in the time zone of the shop. */
export type SentFilter<F> = {
  readonly [K in keyof F]: K extends keyof TimeBounds ? Date | string : F[K];
};

/** Source of the shop's time zone. */
export interface ClockOfShop {
  readonly shopSettings: { read(): Promise<{ readonly timeZone: string }> };
}

const SECOND = 1_000;
/** Within these bounds no time zone leaves the years of four digits. */
const earliest = Date.parse('0001-01-02T00:00:00Z');
const latest = Date.parse('9998-12-30T00:00:00Z');
const parts = /^(.{10})[Tt ](.{8})(?:\.\d+)?(.*)$/;

/** Resolves bounds to instants, both inclusive to the second. Settings are read only if a bound has no zone. */
export async function resolved<F extends TimeBounds>(ports: ClockOfShop, filter: SentFilter<F>): Promise<F> {
  const { after, before, modifiedAfter } = filter as SentFilter<TimeBounds>;
  const isLocal = [after, before, modifiedAfter].some((bound) => typeof bound === 'string' && offsetIn(bound) === '');
  const zone = isLocal ? (await ports.shopSettings.read()).timeZone : 'UTC';
  const bounds: TimeBounds = {
    ...(after !== undefined && { after: instantOf(after, zone) }),
    ...(before !== undefined && { before: endOf(before, zone) }),
    ...(modifiedAfter !== undefined && { modifiedAfter: instantOf(modifiedAfter, zone) }),
  };
  return { ...filter, ...bounds } as unknown as F;
}

const offsetIn = (text: string): string => parts.exec(text)?.[3] ?? '';

function instantOf(bound: Date | string, zone: string): Date {
  if (typeof bound !== 'string') return bound;
  const [, day = '', time = '', offset = ''] = parts.exec(bound) ?? [];
  const shown = Date.parse(`${day}T${time}Z`);
  if (offset !== '') return within(shown - differenceOf(offset));
  return shown < earliest || shown > latest ? within(shown) : zoneNamed(zone).toInstant(`${day} ${time}`);
}

/** The last millisecond of the second that a text denotes. */
const endOf = (bound: Date | string, zone: string): Date =>
  typeof bound === 'string' ? new Date(instantOf(bound, zone).getTime() + SECOND - 1) : bound;

function differenceOf(offset: string): number {
  if (/^[Zz]$/.test(offset)) return 0;
  const [hours = '0', minutes = '0'] = offset.slice(1).split(':');
  return (offset.startsWith('-') ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60 * SECOND;
}

const within = (instant: number): Date => new Date(Math.min(Math.max(instant, earliest), latest));
