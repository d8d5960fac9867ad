import { setTimeout } from 'node:timers/promises';
import type { Clock } from '@backroom/core';

/** Milliseconds since the process began; they go on evenly, whatever is done to the clock. */
export const elapsedMillis = (): number => performance.now();

/** The clock of the machine. */
export class SystemClock implements Clock {
  now(): Date {
    return new Date();
  }

  async wait(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds);
  }
}
