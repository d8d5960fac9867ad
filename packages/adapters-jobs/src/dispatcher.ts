import { AsyncResource } from 'node:async_hooks';
import type { PgBoss } from 'pg-boss';
import { QUEUE } from './engine.ts';

/** Does what can be done of a job now. */
export type DoJob = (id: string) => Promise<unknown>;

/** What a dispatcher works with. */
export interface DispatcherParts {
  readonly engine: PgBoss;
  /** So many jobs at a time. */
  readonly workers: number;
  readonly doJob: DoJob;
  onError(error: unknown): void;
}

/** So often it looks by itself, for what has to wait for its time and for notices that were lost; in milliseconds. */
const LOOK = 5_000;
/** So often the engine is told that deliveries are still being worked on. */
const TOUCH = 10_000;
/** Deliveries that are done are settled together, so long after the first of them at the latest. */
const SETTLE = 500;

interface Delivery {
  readonly id: string;
  readonly data: { readonly id: string };
}

/**
 * Takes deliveries out of the engine as fast as there are free workers for them, and settles them when they are done. What is
 * sent in this process while a worker is free and nothing else waits is done without being delivered at all.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts;
  /** Nothing of whoever sent a job is known to what does it. */
  readonly #doJob: DoJob;
  readonly #busy = new Map<string, Promise<void>>();
  /** What was not delivered. */
  readonly #direct = new Set<Promise<void>>();
  readonly #timers: readonly NodeJS.Timeout[];
  #done: string[] = [];
  #settling: NodeJS.Timeout | undefined;
  #taking: Promise<void> | undefined;
  /** Whether there may be deliveries that nobody has looked for. */
  #mayBeMore = false;
  #hasEnded = false;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#doJob = AsyncResource.bind(parts.doJob);
    this.#timers = [setInterval(() => this.wake(), LOOK), setInterval(() => this.#touch(), TOUCH)];
    this.wake();
  }

  /** Looks for deliveries, as soon as a worker is free. */
  wake(): void {
    this.#mayBeMore = true;
    this.#goOn();
  }

  /** Does what can be done of a job now, where a worker is free and nobody is before it; false where it has to be delivered. */
  takeAtOnce(job: string): boolean {
    if (this.#mayBeMore || this.#taking || this.#hasEnded || this.#free === 0) return false;
    // Where it fails the job is as it was, and the sweep finds it.
    const done = this.#doJob(job)
      .then(() => {}, this.#parts.onError)
      .finally(() => {
        this.#direct.delete(done);
        this.#goOn();
      });
    this.#direct.add(done);
    return true;
  }

  /** Takes no more and waits for what is under way, at most so many milliseconds. */
  async end(patienceMs: number): Promise<void> {
    this.#hasEnded = true;
    for (const timer of this.#timers) clearInterval(timer);
    const { promise: tooLong, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, patienceMs);
    const ended = async () => {
      await this.#taking;
      await Promise.all([...this.#busy.values(), ...this.#direct]);
    };
    await Promise.race([ended(), tooLong]);
    clearTimeout(timer);
    await this.#settle();
  }

  #goOn(): void {
    if (!this.#canTake() || this.#taking) return;
    this.#taking = this.#take().finally(() => {
      this.#taking = undefined;
      this.#goOn();
    });
  }

  #canTake(): boolean {
    return this.#mayBeMore && !this.#hasEnded && this.#free > 0;
  }

  get #free(): number {
    return this.#parts.workers - this.#busy.size - this.#direct.size;
  }

  async #take(): Promise<void> {
    const { engine, onError } = this.#parts;
    while (this.#canTake()) {
      this.#mayBeMore = false;
      const free = this.#free;
      try {
        const deliveries = await engine.fetch<Delivery['data']>(QUEUE, { batchSize: free });
        for (const each of deliveries) this.#begin(each);
        if (deliveries.length === free) this.#mayBeMore = true;
      } catch (error) {
        // Looked for again when it is time to.
        onError(error);
      }
    }
  }

  #begin(delivery: Delivery): void {
    const done = this.#do(delivery).finally(() => {
      this.#busy.delete(delivery.id);
      this.#goOn();
    });
    this.#busy.set(delivery.id, done);
  }

  async #do({ id, data }: Delivery): Promise<void> {
    const { engine, onError } = this.#parts;
    try {
      await this.#doJob(data.id);
      this.#done.push(id);
      this.#settling ??= setTimeout(() => void this.#settle(), SETTLE);
    } catch (error) {
      onError(error);
      // The job is as it was: it is delivered again after a while, and the sweep finds it, too.
      await engine.fail(QUEUE, id).catch(onError);
    }
  }

  /** What is lost here is delivered once more and found to be over. */
  async #settle(): Promise<void> {
    clearTimeout(this.#settling);
    this.#settling = undefined;
    const done = this.#done;
    this.#done = [];
    const { engine, onError } = this.#parts;
    if (done.length > 0) await engine.complete(QUEUE, done).catch(onError);
  }

  #touch(): void {
    const { engine, onError } = this.#parts;
    if (this.#busy.size > 0) engine.touch(QUEUE, [...this.#busy.keys()]).catch(onError);
  }
}
