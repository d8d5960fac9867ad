import { AsyncResource } from 'node:async_hooks';
import type { RunJob } from './run-job.ts';

export interface DispatcherOptions {
  /** Maximum concurrent jobs. */
  readonly workers: number;
  readonly runJob: RunJob;
  /** Called for the first of consecutive failures. */
  onError(error: unknown): void;
}

/** Poll interval (ms), for deferred jobs, lost notices and expired leases. */
const POLL_INTERVAL = 2_000;

/**
 * Claims jobs while workers are free. A job that is sent in this process while a worker is free and no other is pending is
 * claimed by its id, without a search.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  /** Bound to the context of the dispatcher, so that jobs do not inherit the async context of their sender. */
  readonly #runJob: RunJob;
  readonly #running = new Set<Promise<void>>();
  readonly #poll: NodeJS.Timeout;
  /** Whether due jobs may be pending. */
  #mayBePending = false;
  /** Whether a worker searches for a job: one at a time, so that one search finds that there is none. */
  #isSearching = false;
  #isFailing = false;
  #hasEnded = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#runJob = AsyncResource.bind(options.runJob);
    this.#poll = setInterval(() => this.wake(), POLL_INTERVAL);
    this.wake();
  }

  /** Searches for jobs as soon as a worker is free. */
  wake(): void {
    this.#mayBePending = true;
    this.#search();
  }

  /** Runs a job when a worker is free and nothing is pending; else returns false. */
  runDirectly(id: string): boolean {
    if (this.#mayBePending || this.#isSearching || this.#hasEnded || this.#free === 0) return false;
    this.#start(() => this.#runJob({ id }));
    return true;
  }

  /** Claims nothing more and waits for jobs in progress, up to the timeout. */
  async end(timeoutMs: number): Promise<void> {
    this.#hasEnded = true;
    clearInterval(this.#poll);
    const { promise: timeout, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, timeoutMs);
    await Promise.race([Promise.all(this.#running), timeout]);
    clearTimeout(timer);
  }

  get #free(): number {
    return this.#options.workers - this.#running.size;
  }

  /** A job that was found is run by the worker that searched, while the next one searches for another. */
  #search(): void {
    if (!this.#mayBePending || this.#isSearching || this.#hasEnded || this.#free === 0) return;
    this.#mayBePending = false;
    this.#isSearching = true;
    let isOver = false;
    const end = (mayBePending: boolean) => {
      if (isOver) return;
      isOver = true;
      this.#isSearching = false;
      this.#mayBePending ||= mayBePending;
      this.#search();
    };
    this.#start(() => this.#runJob({ claimed: () => end(true) }).finally(() => end(false)));
  }

  /** A job that failed to run is unchanged: it is found again when its lease has expired. */
  #start(run: () => Promise<unknown>): void {
    const done = this.#outcomeOf(run).finally(() => {
      this.#running.delete(done);
      this.#search();
    });
    this.#running.add(done);
  }

  async #outcomeOf(run: () => Promise<unknown>): Promise<void> {
    try {
      await run();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#options.onError(error);
      this.#isFailing = true;
    }
  }
}
