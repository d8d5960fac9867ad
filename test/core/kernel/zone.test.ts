import { describe, expect, it } from 'vitest';
import { createZone } from '../internals.ts';

const berlin = createZone('Europe/Berlin');
const localAt = (zone: string, instant: string) => createZone(zone).toLocal(new Date(instant));
const instantOf = (zone: string, local: string) => createZone(zone).toInstant(local).toISOString();

describe('a time zone', () => {
  it.each(['', 'Z', 'GMT+2', '+24:00', 'Europe', '2020-01-01T00:00Z', '2020-01-01T00:00[Europe/Berlin]', '\0'])(
    'is not made of %j',
    (name) => expect(() => createZone(name)).toThrow(RangeError),
  );

  it.each([
    ['UTC', '2025-03-30 01:00:00'],
    ['Europe/Berlin', '2025-03-30 03:00:00'],
    ['America/New_York', '2025-03-29 21:00:00'],
    ['Asia/Kathmandu', '2025-03-30 06:45:00'],
    ['+02:00', '2025-03-30 03:00:00'],
    ['-0930', '2025-03-29 15:30:00'],
  ])('%s shows its local time', (zone, local) => {
    expect(localAt(zone, '2025-03-30T01:00:00.999Z')).toBe(local);
    expect(instantOf(zone, local)).toBe('2025-03-30T01:00:00.000Z');
  });

  it('changes its offset in the second of the change', () => {
    expect(['2025-03-30T00:59:59Z', '2025-03-30T01:00:00Z'].map((each) => berlin.toLocal(new Date(each)))).toEqual([
      '2025-03-30 01:59:59',
      '2025-03-30 03:00:00',
    ]);
  });

  it('may change at a minute past midnight', () => {
    expect(localAt('America/St_Johns', '2010-11-07T02:30:59Z')).toBe('2010-11-07 00:00:59');
    expect(localAt('America/St_Johns', '2010-11-07T02:31:00Z')).toBe('2010-11-06 23:01:00');
    expect(instantOf('America/St_Johns', '2010-11-07 00:01:00')).toBe('2010-11-07T03:31:00.000Z');
  });

  it('reads a repeated time as its earlier instant, and a skipped one with the offset before the change', () => {
    expect(berlin.toInstant('2025-10-26 02:30:00').toISOString()).toBe('2025-10-26T00:30:00.000Z');
    expect(berlin.toInstant('2025-03-30 02:30:00').toISOString()).toBe('2025-03-30T01:30:00.000Z');
  });

  it('has the offsets of all years', () => {
    expect(localAt('Europe/Berlin', '0001-01-02T00:00:00Z')).toBe('0001-01-02 00:53:28');
    expect(localAt('Europe/Berlin', '9998-07-01T00:00:00Z')).toBe('9998-07-01 02:00:00');
    for (let year = 2000; year < 4000; year += 1)
      expect(berlin.toLocal(new Date(Date.UTC(year, 6, 1)))).toBe(`${year}-07-01 02:00:00`);
  });

  it('reads no text that is no time', () => {
    expect(() => berlin.toInstant('yesterday')).toThrow(RangeError);
  });
});
