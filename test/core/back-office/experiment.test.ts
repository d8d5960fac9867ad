import { NodeDigests } from '@backroom/adapters-node';
import { type Experiment, isRunning, variationFor } from '@backroom/core/back-office';
import { describe, expect, it } from 'vitest';

const digests = new NodeDigests();
const menu = (changes: Partial<Experiment> = {}): Experiment => ({
  name: 'new_menu',
  salt: 's1',
  allocation: 100,
  variations: [{ name: 'treatment', weight: 1 }],
  ...changes,
});
const dealt = (experiment: Experiment, anonId: string, userId?: number) =>
  variationFor(experiment, { anonId, userId }, (text) => digests.sha256(text));
const people = Array.from({ length: 4_000 }, (_, index) => `visitor-${index}`);
const share = (experiment: Experiment, name: string | null) =>
  people.filter((each) => dealt(experiment, each) === name).length / people.length;

describe('an experiment', () => {
  // Buckets computed by hand: the first eight bytes of SHA-256 modulo 10,000.
  it.each([
    ['anna', 9531],
    ['ben', 2839],
    ['carla', 9367],
  ])('deals %s what falls into bucket %i, in every process', (anonId, bucket) => {
    const within = { allocation: (bucket + 1) / 100 };
    const outside = { allocation: bucket / 100 };
    expect(dealt(menu(within), anonId)).toBe('treatment');
    expect(dealt(menu(outside), anonId)).toBe(null);
  });

  it('assigns the same variant to the same visitor, and another under another salt or name', () => {
    const half = menu({ allocation: 50 });
    const all = (experiment: Experiment) => people.map((each) => dealt(experiment, each));
    expect(all(half)).toEqual(all(half));
    expect(all(half)).not.toEqual(all({ ...half, salt: 's2' }));
    expect(all(half)).not.toEqual(all({ ...half, name: 'old_menu' }));
  });

  it('includes no, some or all users', () => {
    expect(share(menu({ allocation: 0 }), 'treatment')).toBe(0);
    expect(share(menu({ allocation: 25 }), 'treatment')).toBeCloseTo(0.25, 1);
    expect(share(menu({ allocation: 100 }), 'treatment')).toBe(1);
  });

  it('distributes its users by weight', () => {
    const weights = [
      { name: 'none', weight: 0 },
      { name: 'one', weight: 1 },
      { name: 'three', weight: 3 },
    ];
    const experiment = menu({ allocation: 50, variations: weights });
    expect(share(experiment, 'none')).toBe(0);
    expect(share(experiment, 'one')).toBeCloseTo(0.125, 1);
    expect(share(experiment, 'three')).toBeCloseTo(0.375, 1);
    expect(share(experiment, null)).toBeCloseTo(0.5, 1);
  });

  it('assigns the configured variant to some', () => {
    const experiment = menu({ allocation: 0, force: { anna: 'treatment', 7: 'treatment', ben: 'control' } });
    expect(dealt(experiment, 'anna')).toBe('treatment');
    expect(dealt(experiment, 'carla', 7)).toBe('treatment');
    expect(dealt({ ...experiment, allocation: 100 }, 'ben')).toBe(null);
    expect(dealt(experiment, 'constructor')).toBe(null);
  });

  it('calls the shop as it is null', () => {
    expect(dealt(menu({ variations: [{ name: 'control', weight: 1 }] }), 'anna')).toBe(null);
  });

  it('runs from its start until its end', () => {
    const [start, end] = ['2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'];
    const running = (now: string, changes: Partial<Experiment>) => isRunning(menu(changes), new Date(now));
    expect(running('2026-11-20T00:00:00Z', {})).toBe(true);
    expect(running('2026-10-31T23:59:59Z', { start, end })).toBe(false);
    expect(running(start, { start, end })).toBe(true);
    expect(running(end, { start, end })).toBe(false);
  });
});
