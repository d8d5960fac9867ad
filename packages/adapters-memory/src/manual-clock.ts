import type { Clock } from '@backroom/core';

/** A clock that only moves by `advance` and `wait`. */
export class ManualClock implements Clock {
  #now: number;

  constructor(start: Date = new Date('2026-11-21T09:00:00.000Z')) {
    this.#now = start.getTime();
  }

  now(): Date {
    return new Date(this.#now);
  }

  async wait(milliseconds: number): Promise<void> {
    this.advance(milliseconds);
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
