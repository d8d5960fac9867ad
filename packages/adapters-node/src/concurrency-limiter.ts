import { busy } from '@backroom/core';

/** Limits concurrency, with a bounded first-in-first-out queue. */
export class ConcurrencyLimiter {
  readonly #concurrent: number;
  readonly #queue: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: { readonly concurrent: number; readonly queue: number }) {
    this.#concurrent = limits.concurrent;
    this.#queue = limits.queue;
  }

  /**
   * Runs the work as soon as the limit permits.
   * @throws DomainError `busy` when the queue is full
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < this.#concurrent) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= this.#queue) throw busy();
    await new Promise<void>((admit) => this.#waiting.push(admit));
  }

  /** Hands the slot to the first in the queue, which keeps the number of running tasks. */
  #leave(): void {
    const admit = this.#waiting.shift();
    if (admit === undefined) this.#running -= 1;
    else admit();
  }
}
