import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  comparedRange,
  dayIn,
  daysBetween,
  isDay,
  lengthOf,
  type Period,
  possibleIntervals,
  presets,
  rangeOf,
  startOf,
  suitableInterval,
} from '../../packages/desk/src/words/calendar.ts';

const day = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2190-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const week = fc.integer({ min: 0, max: 6 });
const preset = fc.constantFrom(...presets);
const ownPeriod = fc
  .tuple(day, fc.integer({ min: 0, max: 2000 }))
  .map(([after, length]): Period => ({ after, before: addDays(after, length) }));
const leap = { today: '2028-02-29', weekStartsOn: 1 };

describe('days', () => {
  it('exist, or are no days', () => {
    for (const text of ['2026-11-24', '2028-02-29', '2000-02-29', '1970-01-01']) expect(isDay(text), text).toBe(true);
    for (const text of [
      '2026-02-29',
      '2100-02-29',
      '2026-13-01',
      '2026-1-1',
      '1969-12-31',
      '2200-01-01',
      'today',
      '',
    ]) {
      expect(isDay(text), text).toBe(false);
    }
  });

  it('are counted both ways', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -4000, max: 4000 }), (from, count) => {
        expect(daysBetween(from, addDays(from, count))).toBe(count);
      }),
    );
  });

  it('end with their month where a month is shorter', () => {
    expect(addMonths('2028-01-31', 1)).toBe('2028-02-29');
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2028-02-29', -12)).toBe('2027-02-28');
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
  });

  it('begin their week on the day of the shop', () => {
    fc.assert(
      fc.property(day, week, (any, weekStartsOn) => {
        const start = startOf('week', any, weekStartsOn);
        expect(new Date(`${start}T00:00:00Z`).getUTCDay()).toBe(weekStartsOn);
        expect(daysBetween(start, any)).toBeGreaterThanOrEqual(0);
        expect(daysBetween(start, any)).toBeLessThan(7);
      }),
    );
  });

  it.each([
    ['Europe/Madrid', '2026-11-24T22:59:59Z', '2026-11-24'],
    ['Europe/Madrid', '2026-11-24T23:00:00Z', '2026-11-25'],
    ['America/New_York', '2026-11-25T04:59:59Z', '2026-11-24'],
    ['Pacific/Kiritimati', '2026-11-24T10:00:00Z', '2026-11-25'],
    ['Pacific/Pago_Pago', '2026-11-25T10:59:59Z', '2026-11-24'],
  ])('are those of the clock of the shop: %s at %s', (zone, moment, expected) => {
    expect(dayIn(new Date(moment), zone)).toBe(expected);
  });
});

describe('periods', () => {
  it.each([
    ['today', '2028-02-29', '2028-02-29'],
    ['yesterday', '2028-02-28', '2028-02-28'],
    ['7d', '2028-02-23', '2028-02-29'],
    ['30d', '2028-01-31', '2028-02-29'],
    ['week', '2028-02-28', '2028-02-29'],
    ['month', '2028-02-01', '2028-02-29'],
    ['quarter', '2028-01-01', '2028-02-29'],
    ['year', '2028-01-01', '2028-02-29'],
    ['last-month', '2028-01-01', '2028-01-31'],
    ['last-quarter', '2027-10-01', '2027-12-31'],
    ['12m', '2027-03-01', '2028-02-29'],
    ['all', '2020-05-05', '2028-02-29'],
  ] as const)('%s is %s to %s', (period, after, before) => {
    expect(rangeOf(period, leap, '2020-05-05')).toEqual({ after, before });
  });

  it('never end before they begin, nor after today unless they are explicit', () => {
    fc.assert(
      fc.property(preset, day, week, day, (period, today, weekStartsOn, first) => {
        const range = rangeOf(period, { today, weekStartsOn }, first);
        expect(range.after <= range.before).toBe(true);
        expect(range.before <= today).toBe(true);
      }),
    );
  });

  it('are compared with as many days before them', () => {
    fc.assert(
      fc.property(
        fc.oneof(preset, ownPeriod),
        day,
        week,
        fc.constantFrom('previous', 'year'),
        (period, today, weekStartsOn, by) => {
          const range = rangeOf(period, { today, weekStartsOn });
          const before = comparedRange(period, range, by as 'previous' | 'year');
          expect(before === undefined).toBe(period === 'all');
          if (!before) return;
          expect(lengthOf(before)).toBe(lengthOf(range));
          expect(before.after < range.after).toBe(true);
        },
      ),
    );
  });

  it('to date are compared with the same days of the unit before', () => {
    const calendar = { today: '2026-11-24', weekStartsOn: 1 };
    const before = (period: 'week' | 'month' | 'quarter' | 'year') =>
      comparedRange(period, rangeOf(period, calendar), 'previous');
    expect(before('week')).toEqual({ after: '2026-11-16', before: '2026-11-17' });
    expect(before('month')).toEqual({ after: '2026-10-01', before: '2026-10-24' });
    expect(before('quarter')).toEqual({ after: '2026-07-01', before: '2026-08-24' });
    expect(before('year')).toEqual({ after: '2025-01-01', before: '2025-11-24' });
  });

  it('have an interval that the server can answer', () => {
    fc.assert(
      fc.property(ownPeriod, (range) => {
        if (typeof range === 'string') return;
        const possible = possibleIntervals(range);
        expect(possible.length).toBeGreaterThan(0);
        expect([...possible, 'hour', 'month']).toContain(suitableInterval(range));
      }),
    );
  });
});
