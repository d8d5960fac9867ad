import { describe, expect, it } from 'vitest';
import { resolved, type SentFilter, type TimeBounds } from '../internals.ts';

const at = async (filter: SentFilter<TimeBounds>, timeZone = 'Europe/Rome') => {
  let reads = 0;
  const read = async () => {
    reads += 1;
    return { timeZone };
  };
  const bounds = await resolved<TimeBounds>({ shopSettings: { read } }, filter);
  return { ...Object.fromEntries(Object.entries(bounds).map(([name, date]) => [name, date.toISOString()])), reads };
};

describe('bounds of a list', () => {
  it.each([
    ['2026-03-01T10:00:00', '2026-03-01T09:00:00.000Z', 'on the clock of the shop'],
    ['2026-07-01 10:00:00', '2026-07-01T08:00:00.000Z', 'in summer, with a blank'],
    ['2026-03-01T10:00:00.900', '2026-03-01T09:00:00.000Z', 'to the second'],
  ])('without a zone are read %s → %s: %s', async (after, expected) => {
    expect(await at({ after, modifiedAfter: after })).toEqual({ after: expected, modifiedAfter: expected, reads: 1 });
  });

  it.each([
    ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01t10:00:00z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00:00+05:30', '2026-03-01T04:30:00.000Z'],
    ['2026-03-01T10:00:00-08', '2026-03-01T18:00:00.000Z'],
  ])('with a zone are that instant: %s → %s', async (after, expected) => {
    expect(await at({ after })).toEqual({ after: expected, reads: 0 });
  });

  it('end with the second that they name', async () => {
    expect(await at({ before: '2026-03-01T10:00:00Z' })).toMatchObject({ before: '2026-03-01T10:00:00.999Z' });
  });

  it('stay what they are where a program gives instants', async () => {
    const before = new Date('2026-03-01T10:00:00.250Z');
    expect(await at({ before })).toEqual({ before: before.toISOString(), reads: 0 });
  });

  it.each([
    ['0000-01-01T00:00:00', '0001-01-02T00:00:00.000Z'],
    ['0000-01-01T00:00:00+14:00', '0001-01-02T00:00:00.000Z'],
    ['9999-12-31T23:59:59-12:00', '9998-12-30T00:00:00.000Z'],
    ['9999-12-31T23:59:59', '9998-12-30T00:00:00.000Z'],
  ])('stay within what is stored: %s → %s', async (after, expected) => {
    expect(await at({ after })).toMatchObject({ after: expected });
  });
});
