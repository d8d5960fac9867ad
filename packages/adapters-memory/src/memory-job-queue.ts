import type { Job, JobQueue } from '@backroom/core';

/** A queue in this process: somebody takes the ids out and does the work. */
export class MemoryJobQueue implements JobQueue {
  readonly #sent = new Map<string, number>();

  async send({ id, priority }: Pick<Job, 'id' | 'priority'>): Promise<void> {
    this.#sent.set(id, priority);
  }

  /** Takes out the id of the most urgent job that was sent; undefined when there is none. */
  take(): string | undefined {
    const [next] = [...this.#sent].toSorted(([, one], [, other]) => other - one);
    if (next) this.#sent.delete(next[0]);
    return next?.[0];
  }
}
