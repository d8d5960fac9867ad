import type { Job, JobQueue } from '@backroom/core/jobs';

/** An in-process queue of job ids, drained by the caller. */
export class MemoryJobQueue implements JobQueue {
  readonly #sent = new Map<string, number>();

  async send({ id, priority }: Pick<Job, 'id' | 'priority'>): Promise<void> {
    this.#sent.set(id, priority);
  }

  /** Removes and returns the id with the highest priority; undefined when the queue is empty. */
  take(): string | undefined {
    const [next] = [...this.#sent].toSorted(([, one], [, other]) => other - one);
    if (next) this.#sent.delete(next[0]);
    return next?.[0];
  }
}
