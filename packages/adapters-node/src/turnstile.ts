import { busy } from '@backroom/core';

/** Lets so many pieces of work run at once, keeps so many more waiting in order, and turns the rest away. */
export class Turnstile {
  readonly #concurrent: number;
  readonly #queue: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: { readonly concurrent: number; readonly queue: number }) {
    this.#concurrent = limits.concurrent;
    this.#queue = limits.queue;
  }

  /**
   * Runs the work as soon as there is room.
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

  /** Whoever waits longest takes over the place, so the number of running ones stays as it is. */
  #leave(): void {
    const admit = this.#waiting.shift();
    if (admit === undefined) this.#running -= 1;
    else admit();
  }
}
