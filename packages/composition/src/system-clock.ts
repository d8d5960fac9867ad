import { setTimeout } from 'node:timers/promises';
import type { Clock } from '@backroom/core';

/** Monotonic time since the start of the process (ms), independent of changes of the system clock. */
export const elapsedMillis = (): number => performance.now();

export class SystemClock implements Clock {
  now(): Date {
    return new Date();
  }

  async wait(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds);
  }
}
