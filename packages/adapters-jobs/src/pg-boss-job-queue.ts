import type { Job, JobQueue } from '@backroom/core';
import type { PgBoss } from 'pg-boss';
import { Dispatcher, type DoJob } from './dispatcher.ts';
import { QUEUE, startEngine } from './engine.ts';
import type { QueuePlace } from './queue-place.ts';

/**
 * The queue on pg-boss: a delivery is the id of a job. Workers hear of what is sent in their own process at once, and on a
 * server also of what others send; what is sent where a worker is free needs no delivery. Whatever is lost is sent again by the
 * sweep, so nothing here has to be kept.
 */
export class PgBossJobQueue implements JobQueue {
  readonly #place: QueuePlace;
  readonly #onError: (error: unknown) => void;
  #engine: Promise<PgBoss> | undefined;
  #dispatcher: Dispatcher | undefined;
  #isClosed = false;

  constructor(place: QueuePlace, onError: (error: unknown) => void) {
    this.#place = place;
    this.#onError = onError;
  }

  /** In a database that only this process has open and where nobody works, whoever works there later finds the rows. */
  async send({ id, priority, notBefore }: Pick<Job, 'id' | 'priority' | 'notBefore'>): Promise<void> {
    // The sweep of another process, or of the next one, finds it.
    if (this.#isClosed || (!this.#engine && !this.#place.hear)) return;
    if (!notBefore && this.#dispatcher?.takeAtOnce(id)) return;
    const engine = await this.#started({ works: false });
    await engine.send(QUEUE, { id }, { singletonKey: id, priority, ...(notBefore && { startAfter: notBefore }) });
    if (!this.#place.hear) this.#dispatcher?.wake();
  }

  /** Lets so many workers take jobs up, one each at a time, the more urgent first; before anything is sent. */
  async work(workers: number, doJob: DoJob): Promise<void> {
    const engine = await this.#started({ works: true });
    this.#dispatcher = new Dispatcher({ engine, workers, doJob, onError: this.#onError });
  }

  /** Takes no more jobs up and waits for those under way, at most so many milliseconds. */
  async close(patienceMs = 0): Promise<void> {
    const engine = await this.#engine?.catch(() => undefined);
    await this.#dispatcher?.end(patienceMs);
    this.#isClosed = true;
    await engine?.stop({ graceful: false });
  }

  #started({ works }: { readonly works: boolean }): Promise<PgBoss> {
    if (this.#engine) return this.#engine;
    const onNotice = () => this.#dispatcher?.wake();
    const starting = startEngine(this.#place, { works, onNotice, onError: this.#onError });
    this.#engine = starting;
    // A server that does not answer now may answer the next time.
    starting.catch(() => {
      if (this.#engine === starting) this.#engine = undefined;
    });
    return starting;
  }
}
