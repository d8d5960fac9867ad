import { describe, expect, it } from 'vitest';
import { pageByValue, pageInTime } from '../internals.ts';

const upward = { descending: false, offset: 0, limit: 100 };
const downward = { ...upward, descending: true };

/** The same by writing every interval down. */
const plainly = (count: number, values: ReadonlyMap<number, number>, descending: boolean): readonly number[] =>
  Array.from({ length: count }, (_, index) => index).sort(
    (a, b) => (descending ? -1 : 1) * ((values.get(a) ?? 0) - (values.get(b) ?? 0)) || a - b,
  );

describe('pages of intervals', () => {
  it('in time go forward or back', () => {
    expect(pageInTime(5, { descending: false, offset: 1, limit: 2 })).toEqual([1, 2]);
    expect(pageInTime(5, { descending: true, offset: 1, limit: 2 })).toEqual([3, 2]);
  });

  it('beyond the end have none', () => {
    expect(pageInTime(5, { ...upward, offset: 10 })).toEqual([]);
    expect(pageByValue(5, new Map(), { ...upward, offset: 10 })).toEqual([]);
  });

  it('by value leave equal ones in order of time, whichever way round', () => {
    const values = new Map([
      [1, 5],
      [3, 5],
    ]);
    expect(pageByValue(5, values, downward)).toEqual([1, 3, 0, 2, 4]);
    expect(pageByValue(5, values, upward)).toEqual([0, 2, 4, 1, 3]);
  });

  it('by value have those without one between gains and losses', () => {
    const values = new Map([
      [0, -2],
      [1, 0],
      [4, 7],
    ]);
    for (const cut of [upward, downward])
      expect(pageByValue(6, values, cut)).toEqual(plainly(6, values, cut.descending));
  });

  it('by value are the same wherever they are cut', () => {
    const values = new Map(Array.from({ length: 40 }, (_, index) => [index * 3, ((index * 7) % 11) - 5] as const));
    for (const descending of [true, false])
      for (let offset = 0; offset < 150; offset += 7)
        expect(pageByValue(130, values, { descending, offset, limit: 7 })).toEqual(
          plainly(130, values, descending).slice(offset, offset + 7),
        );
  });

  it('by value take no longer for many intervals in which nothing happened', () => {
    expect(pageByValue(876_600, new Map([[5, 1]]), { descending: true, offset: 800_000, limit: 2 })).toEqual([
      800_000, 800_001,
    ]);
  });
});
