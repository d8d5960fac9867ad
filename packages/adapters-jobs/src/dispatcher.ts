import { AsyncResource } from 'node:async_hooks';
import type { PgBoss } from 'pg-boss';
import { QUEUE } from './engine.ts';
import type { RunJob } from './run-job.ts';

export interface DispatcherOptions {
  readonly engine: PgBoss;
  /** Maximum concurrent jobs. */
  readonly workers: number;
  readonly runJob: RunJob;
  onError(error: unknown): void;
}

/** Poll interval (ms), for deferred jobs and lost notifications. */
const POLL_INTERVAL = 5_000;
/** Interval of heartbeats for deliveries in progress (ms). */
const HEARTBEAT_INTERVAL = 10_000;
/** Maximum delay (ms) before completed deliveries are acknowledged, as one batch. */
const ACKNOWLEDGE_DELAY = 500;

interface Delivery {
  readonly id: string;
  readonly data: { readonly id: string };
}

/**
 * Fetches deliveries from the engine while workers are free, and acknowledges completed ones. A job that is sent in this
 * process while a worker is free and no delivery is pending runs directly, without a delivery.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  /** Bound to the context of the dispatcher, so that jobs do not inherit the async context of their sender. */
  readonly #runJob: RunJob;
  /** Deliveries in progress, by id. */
  readonly #busy = new Map<string, Promise<void>>();
  /** Jobs in progress without a delivery. */
  readonly #direct = new Set<Promise<void>>();
  readonly #timers: readonly NodeJS.Timeout[];
  #done: string[] = [];
  #acknowledging: NodeJS.Timeout | undefined;
  #fetching: Promise<void> | undefined;
  /** Whether deliveries may be pending. */
  #mayBePending = false;
  #hasEnded = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#runJob = AsyncResource.bind(options.runJob);
    this.#timers = [
      setInterval(() => this.wake(), POLL_INTERVAL),
      setInterval(() => this.#sendHeartbeats(), HEARTBEAT_INTERVAL),
    ];
    this.wake();
  }

  /** Fetches deliveries as soon as a worker is free. */
  wake(): void {
    this.#mayBePending = true;
    this.#fetchMore();
  }

  /** Runs a job without a delivery when a worker is free and nothing is pending; else returns false. */
  runDirectly(job: string): boolean {
    if (this.#mayBePending || this.#fetching || this.#hasEnded || this.#free === 0) return false;
    // A failed job is unchanged, and the sweep sends it again.
    const done = this.#runJob(job)
      .then(() => {}, this.#options.onError)
      .finally(() => {
        this.#direct.delete(done);
        this.#fetchMore();
      });
    this.#direct.add(done);
    return true;
  }

  /** Fetches nothing more and waits for jobs in progress, up to the timeout. */
  async end(timeoutMs: number): Promise<void> {
    this.#hasEnded = true;
    for (const timer of this.#timers) clearInterval(timer);
    const { promise: timeout, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, timeoutMs);
    const ended = async () => {
      await this.#fetching;
      await Promise.all([...this.#busy.values(), ...this.#direct]);
    };
    await Promise.race([ended(), timeout]);
    clearTimeout(timer);
    await this.#acknowledge();
  }

  #fetchMore(): void {
    if (!this.#canFetch() || this.#fetching) return;
    this.#fetching = this.#fetch().finally(() => {
      this.#fetching = undefined;
      this.#fetchMore();
    });
  }

  #canFetch(): boolean {
    return this.#mayBePending && !this.#hasEnded && this.#free > 0;
  }

  get #free(): number {
    return this.#options.workers - this.#busy.size - this.#direct.size;
  }

  async #fetch(): Promise<void> {
    const { engine, onError } = this.#options;
    while (this.#canFetch()) {
      this.#mayBePending = false;
      const free = this.#free;
      try {
        const deliveries = await engine.fetch<Delivery['data']>(QUEUE, { batchSize: free });
        for (const each of deliveries) this.#begin(each);
        if (deliveries.length === free) this.#mayBePending = true;
      } catch (error) {
        // Retried by the next poll.
        onError(error);
      }
    }
  }

  #begin(delivery: Delivery): void {
    const done = this.#run(delivery).finally(() => {
      this.#busy.delete(delivery.id);
      this.#fetchMore();
    });
    this.#busy.set(delivery.id, done);
  }

  async #run({ id, data }: Delivery): Promise<void> {
    const { engine, onError } = this.#options;
    try {
      await this.#runJob(data.id);
      this.#done.push(id);
      this.#acknowledging ??= setTimeout(() => void this.#acknowledge(), ACKNOWLEDGE_DELAY);
    } catch (error) {
      onError(error);
      // The job is unchanged: the engine delivers it again after its retry delay, and the sweep sends it, too.
      await engine.fail(QUEUE, id).catch(onError);
    }
  }

  /** A lost acknowledgement only causes another delivery of a finished job, which has no effect. */
  async #acknowledge(): Promise<void> {
    clearTimeout(this.#acknowledging);
    this.#acknowledging = undefined;
    const done = this.#done;
    this.#done = [];
    const { engine, onError } = this.#options;
    if (done.length > 0) await engine.complete(QUEUE, done).catch(onError);
  }

  #sendHeartbeats(): void {
    const { engine, onError } = this.#options;
    if (this.#busy.size > 0) engine.touch(QUEUE, [...this.#busy.keys()]).catch(onError);
  }
}
