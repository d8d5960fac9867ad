import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addQuantities, readQuantity } from '../../packages/desk/src/stockroom/quantities.ts';
import { readItemSearch, writeItemSearch } from '../../packages/desk/src/stockroom/stock-search.ts';
import { clockText, momentOf, startOfDay } from '../../packages/desk/src/words/moments.ts';

describe('a typed quantity', () => {
  it('is read with a point or a comma', () => {
    expect(['3', ' 3.5 ', '0,25', '-2'].map(readQuantity)).toEqual([3, 3.5, 0.25, -2]);
  });

  it('is nothing where it is no number, or has more than four decimals', () => {
    for (const text of ['', 'three', '1.23456', '1e5', '1.2.3', '∞', '999999999999']) {
      expect(readQuantity(text), text).toBeUndefined();
    }
  });

  it('is added without the noise of binary fractions', () => {
    expect(addQuantities(0.1, 0.2)).toBe(0.3);
  });
});

describe('the list of items in an address', () => {
  it('is written and read without a difference', () => {
    const search = fc.record({
      q: fc.string({ maxLength: 50 }),
      status: fc.constantFrom(undefined, 'low' as const, 'negative' as const),
      category: fc.option(fc.integer({ min: 1, max: 999_999 }), { nil: undefined }),
      archived: fc.boolean(),
      sort: fc.constantFrom('', 'name', '-quantity'),
      page: fc.integer({ min: 1, max: 9_999 }),
    });
    fc.assert(
      fc.property(search, (each) => {
        expect(readItemSearch(writeItemSearch(each))).toEqual(each);
      }),
    );
  });

  it('falls back where a part is wrong', () => {
    expect(readItemSearch({ status: 'gone', category: '-1', page: '0', sort: 'password', archived: '1' })).toEqual({
      q: '',
      status: undefined,
      category: undefined,
      archived: false,
      sort: '',
      page: 1,
    });
  });
});

describe('moments on the clock of a zone', () => {
  it('begin days where the zone begins them', () => {
    expect(startOfDay('2026-03-29', 'Europe/Madrid')).toBe('2026-03-28T23:00:00.000Z');
    expect(startOfDay('2026-03-30', 'Europe/Madrid')).toBe('2026-03-29T22:00:00.000Z');
    expect(startOfDay('2026-11-24', 'America/New_York')).toBe('2026-11-24T05:00:00.000Z');
  });

  it('are written and read without a difference outside of the hour that is there twice', () => {
    const zone = fc.constantFrom('Europe/Madrid', 'America/St_Johns', 'Asia/Kathmandu', 'UTC');
    const minute = fc.integer({ min: 0, max: 525_600 * 3 }).map((count) => Date.UTC(2025, 0, 1) + count * 60_000);
    fc.assert(
      fc.property(zone, minute, (timeZone, time) => {
        const iso = new Date(time).toISOString();
        const read = Date.parse(momentOf(clockText(iso, timeZone), timeZone));
        expect(Math.abs(read - time)).toBeLessThanOrEqual(3_600_000);
        expect(clockText(new Date(read).toISOString(), timeZone)).toBe(clockText(iso, timeZone));
      }),
    );
  });
});
