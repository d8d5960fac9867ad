import type { Clock } from '@backroom/core';
import { expect, it } from 'vitest';
import { contract } from '../contract.ts';

export const clockContract = (implementation: string, open: () => Clock) =>
  contract(`Clock: ${implementation}`, () => {
    it('returns the present time in milliseconds', () => {
      const now = open().now();
      expect(now).toBeInstanceOf(Date);
      expect(Number.isInteger(now.getTime())).toBe(true);
    });

    it('never goes backwards', () => {
      const clock = open();
      const moments = Array.from({ length: 1_000 }, () => clock.now().getTime());
      expect(moments).toEqual(moments.toSorted((one, other) => one - other));
    });

    it('returns a new Date on each call', () => {
      const clock = open();
      const before = clock.now().getTime();
      clock.now().setTime(0);
      expect(clock.now().getTime()).toBeGreaterThanOrEqual(before);
    });

    it('waits for the given milliseconds', async () => {
      const clock = open();
      const before = clock.now().getTime();
      await clock.wait(20);
      // Timers are exact to one millisecond either way.
      expect(clock.now().getTime() - before).toBeGreaterThanOrEqual(19);
      await clock.wait(0);
    });
  });
