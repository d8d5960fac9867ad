import { ManualClock } from '@backroom/adapters-memory';
import { describe, expect, it } from 'vitest';
import { createSampler } from '../internals.ts';

describe('a sampler', () => {
  it('takes the first of each kind, and then one a minute', () => {
    const clock = new ManualClock();
    const isFirst = createSampler(clock);
    expect([isFirst('a'), isFirst('a'), isFirst('b')]).toEqual([true, false, true]);
    clock.advance(59_999);
    expect(isFirst('a')).toBe(false);
    clock.advance(1);
    expect([isFirst('a'), isFirst('a')]).toEqual([true, false]);
  });

  it('drops the oldest when there are too many kinds', () => {
    const isFirst = createSampler(new ManualClock());
    for (let kind = 0; kind < 10_001; kind += 1) isFirst(String(kind));
    expect([isFirst('10000'), isFirst('1'), isFirst('0')]).toEqual([false, false, true]);
  });
});
