import { setTimeout } from 'node:timers/promises';
import type { Clock } from '@backroom/core';

/** The clock of the machine. */
export class SystemClock implements Clock {
  now(): Date {
    return new Date();
  }

  async wait(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds);
  }
}
