/** Limits concurrent requests for each purpose; more of them wait until their time is over. */
export class PurposeSlots {
  readonly #concurrent: number;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(concurrent: number) {
    this.#concurrent = concurrent;
  }

  /** Runs work as soon as there is a slot; rejects with the reason of the signal when it is aborted before. */
  async run<T>(purpose: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#enter(purpose, signal);
    try {
      return await work();
    } finally {
      this.#leave(purpose);
    }
  }

  async #enter(purpose: string, signal: AbortSignal): Promise<void> {
    const running = this.#running.get(purpose) ?? 0;
    if (running < this.#concurrent) {
      this.#running.set(purpose, running + 1);
      return;
    }
    const queue = this.#waiting.get(purpose) ?? new Set();
    this.#waiting.set(purpose, queue);
    await new Promise<void>((resolve, reject) => {
      const admit = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        queue.delete(admit);
        reject(signal.reason);
      };
      queue.add(admit);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Hands the slot to the first in the queue, which keeps the number of running requests. */
  #leave(purpose: string): void {
    const queue = this.#waiting.get(purpose);
    const [next] = queue ?? [];
    if (next !== undefined) {
      queue?.delete(next);
      next();
      return;
    }
    this.#waiting.delete(purpose);
    const running = (this.#running.get(purpose) ?? 1) - 1;
    if (running === 0) this.#running.delete(purpose);
    else this.#running.set(purpose, running);
  }
}
