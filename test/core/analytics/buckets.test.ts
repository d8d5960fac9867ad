import { describe, expect, it } from 'vitest';
import { bucketsOf } from '../../../packages/core/src/analytics/engine/buckets.ts';
import { labelOf } from '../../../packages/core/src/analytics/engine/calendar.ts';
import { readRange } from '../../../packages/core/src/analytics/engine/range.ts';
import type { Interval } from '../../../packages/core/src/analytics/plan.ts';
import { createZone } from '../../../packages/core/src/kernel/zone.ts';

const utc = createZone('UTC');
const berlin = createZone('Europe/Berlin');

/** The intervals of a range; weeks start on Mondays by default. */
const divide = (interval: Interval, ends: string, { zone = utc, weekStartsOn = 1 } = {}) => {
  const [after = '', before = ''] = ends.split(' to ');
  const range = readRange({ after, before }, zone, new Date(0));
  return bucketsOf(range, { interval, weekStartsOn, zone });
};
const labels = (...args: Parameters<typeof divide>): readonly string[] => {
  const buckets = divide(...args);
  return Array.from({ length: buckets.count }, (_, index) => buckets.at(index).label);
};

describe('intervals of a range', () => {
  it.each<[string, Partial<Record<Interval, number>>]>([
    ['2017-12-24T11:00:00 to 2017-12-25T10:59:59', { hour: 24, day: 2, week: 2, month: 1 }],
    ['2017-12-24T11:00:00 to 2017-12-25T11:00:00', { hour: 25 }],
    ['2019-01-16T16:59:00 to 2019-01-17T01:00:07', { hour: 10, day: 2 }],
    ['2017-11-01T00:00:00 to 2017-11-30T23:59:59', { hour: 720, day: 30, week: 5, month: 1, quarter: 1, year: 1 }],
    ['2017-12-31T23:59:59 to 2018-01-01T00:00:00', { hour: 2, day: 2, week: 2, month: 2, quarter: 2, year: 2 }],
    ['2025-01-01T00:00:00 to 2025-01-01T00:00:00', { hour: 1, day: 1, year: 1 }],
    ['2025-01-01T00:00:01 to 2025-01-01T00:00:00', { hour: 0, day: 0, year: 0 }],
    ['1925-01-01T00:00:00 to 2024-12-31T23:59:59', { hour: 876_600, day: 36_525, month: 1_200, year: 100 }],
  ])('%s', (ends, counts) => {
    for (const [interval, count] of Object.entries(counts))
      expect([interval, divide(interval as Interval, ends).count]).toEqual([interval, count]);
  });

  it('are cut to the range at both ends, and also in UTC', () => {
    const buckets = divide('day', '2024-03-05T10:00:00 to 2024-03-06T08:30:00', { zone: berlin });
    expect([buckets.at(0), buckets.at(1)]).toEqual([
      {
        label: '2024-03-05',
        start: '2024-03-05 10:00:00',
        end: '2024-03-05 23:59:59',
        startUtc: '2024-03-05 09:00:00',
        endUtc: '2024-03-05 22:59:59',
      },
      {
        label: '2024-03-06',
        start: '2024-03-06 00:00:00',
        end: '2024-03-06 08:30:00',
        startUtc: '2024-03-05 23:00:00',
        endUtc: '2024-03-06 07:30:00',
      },
    ]);
  });

  it('find the place of every one of them by its start', () => {
    for (const interval of ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const) {
      const buckets = divide(interval, '2024-03-30T10:00:00 to 2025-04-02T08:30:00', { zone: berlin, weekStartsOn: 0 });
      const starts = [1, buckets.count - 1].map((index) => buckets.at(index).start);
      expect([interval, ...starts.map((start) => buckets.indexOf(start))]).toEqual([interval, 1, buckets.count - 1]);
    }
    expect(divide('day', '2024-03-05T10:00:00 to 2024-03-06T08:30:00').indexOf('2024-03-07 00:00:00')).toBeUndefined();
  });

  it('of a day on which the clock goes forward are 23 hours, without the one that never was', () => {
    const hours = labels('hour', '2025-03-30T00:00:00 to 2025-03-30T23:59:59', { zone: berlin });
    expect(hours).toHaveLength(23);
    expect(hours.slice(0, 4)).toEqual(['2025-03-30 00', '2025-03-30 01', '2025-03-30 03', '2025-03-30 04']);
  });

  it('of a day on which the clock goes back are 24 hours, of which one lasts twice as long', () => {
    const buckets = divide('hour', '2025-10-26T00:00:00 to 2025-10-26T23:59:59', { zone: berlin });
    expect(buckets.count).toBe(24);
    expect([1, 2, 3].map((index) => [buckets.at(index).startUtc, buckets.at(index).endUtc])).toEqual([
      ['2025-10-25 23:00:00', '2025-10-25 23:59:59'],
      ['2025-10-26 00:00:00', '2025-10-26 01:59:59'],
      ['2025-10-26 02:00:00', '2025-10-26 02:59:59'],
    ]);
  });

  it('count a day once on which the clock is changed', () => {
    const days = divide('day', '2025-03-29T00:00:00 to 2025-03-31T23:59:59', { zone: berlin });
    expect([0, 1, 2].map((index) => [days.at(index).startUtc, days.at(index).endUtc])).toEqual([
      ['2025-03-28 23:00:00', '2025-03-29 22:59:59'],
      ['2025-03-29 23:00:00', '2025-03-30 21:59:59'],
      ['2025-03-30 22:00:00', '2025-03-31 21:59:59'],
    ]);
  });

  it('keep hours of which only a part was left out', () => {
    const zone = createZone('Australia/Lord_Howe');
    expect(labels('hour', '2025-10-05T01:00:00 to 2025-10-05T03:59:59', { zone })).toEqual([
      '2025-10-05 01',
      '2025-10-05 02',
      '2025-10-05 03',
    ]);
  });

  it('are refused above the limit of hours', () => {
    expect(() => divide('hour', '1825-01-01T00:00:00 to 2025-01-01T00:00:00')).toThrow('too long');
  });

  it('divide all the years there are without counting them one by one', () => {
    const days = divide('day', '0000-01-01T00:00:00Z to 9999-12-31T23:59:59-12:00');
    expect([days.at(0).label, days.at(days.count - 1).label, days.count]).toEqual([
      '0001-01-02',
      '9998-12-30',
      3_651_692,
    ]);
  });
});

describe('names of intervals', () => {
  it.each<[Interval, string, string, number?]>([
    ['hour', '2018-07-14 09:00:00', '2018-07-14 09'],
    ['day', '2018-07-14 00:00:00', '2018-07-14'],
    ['month', '2018-07-14 00:00:00', '2018-07'],
    ['quarter', '2018-07-14 00:00:00', '2018-3'],
    ['year', '2018-07-14 00:00:00', '2018'],
    ['week', '2018-01-01 00:00:00', '2018-01', 1],
    ['week', '2011-01-02 00:00:00', '2010-52', 1],
    ['week', '2024-12-30 00:00:00', '2025-01', 1],
    ['week', '2020-12-31 00:00:00', '2020-53', 1],
    ['week', '2010-12-26 00:00:00', '2010-53', 0],
    ['week', '2011-01-02 00:00:00', '2011-02', 0],
    ['week', '2011-01-01 00:00:00', '2011-01', 0],
    ['week', '2022-01-01 00:00:00', '2022-01', 6],
    ['week', '2022-01-08 00:00:00', '2022-02', 6],
  ])('%s of %s: %s', (interval, first, label, weekStartsOn = 1) => {
    expect(labelOf(interval, first, weekStartsOn)).toBe(label);
  });

  it('of a week over New Year is one, after its first day in the range', () => {
    const sundays = { weekStartsOn: 0 };
    expect(labels('week', '2024-12-28T00:00:00 to 2025-01-05T00:00:00', sundays)).toEqual([
      '2024-52',
      '2024-53',
      '2025-02',
    ]);
    expect(labels('week', '2025-01-01T00:00:00 to 2025-01-04T00:00:00', sundays)).toEqual(['2025-01']);
  });
});

describe('ends of a range', () => {
  const now = new Date('2025-03-30T12:00:00Z');
  const read = (after?: string, before?: string, zone = berlin) => readRange({ after, before }, zone, now);

  it('are a week ago and now by default, each for itself', () => {
    expect(read()).toEqual({ after: '2025-03-23 13:00:00', before: '2025-03-30 14:00:00' });
    expect(read('2025-03-01T00:00:00').before).toBe('2025-03-30 14:00:00');
    expect(read(undefined, '2025-04-01T00:00:00').after).toBe('2025-03-23 13:00:00');
  });

  it.each([
    ['2025-01-01T10:00:00', '2025-01-01 10:00:00'],
    ['2025-01-01 10:00:00', '2025-01-01 10:00:00'],
    ['2025-01-01T10:00:00.999', '2025-01-01 10:00:00'],
    ['2025-01-01T10:00:00Z', '2025-01-01 11:00:00'],
    ['2025-07-01T10:00:00z', '2025-07-01 12:00:00'],
    ['2025-01-01T10:00:00+05:30', '2025-01-01 05:30:00'],
    ['2025-01-01T10:00:00.5-08:00', '2025-01-01 19:00:00'],
    ['2025-01-01T10:00:00-08', '2025-01-01 19:00:00'],
    ['0000-01-01T00:00:00', '0001-01-01 00:00:00'],
    ['9999-12-31T23:59:59', '9998-12-31 23:59:59'],
    ['9999-12-31T23:59:59-12:00', '9998-12-30 01:00:00'],
  ])('%s is %s on the clock of the shop', (sent, local) => {
    expect(read(sent).after).toBe(local);
  });
});
