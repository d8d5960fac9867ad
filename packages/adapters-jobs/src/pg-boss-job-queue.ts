import type { Job, JobQueue } from '@backroom/core/jobs';
import type { PgBoss } from 'pg-boss';
import { Dispatcher } from './dispatcher.ts';
import { QUEUE, startEngine } from './engine.ts';
import type { QueueDatabase } from './queue-database.ts';
import type { RunJob } from './run-job.ts';

/**
 * The queue on pg-boss; a delivery carries the id of a job. Workers are notified of jobs of their own process, on a
 * PostgreSQL server also of other processes. Lost deliveries need no recovery here: the sweep sends their jobs again.
 */
export class PgBossJobQueue implements JobQueue {
  readonly #database: QueueDatabase;
  readonly #onError: (error: unknown) => void;
  #engine: Promise<PgBoss> | undefined;
  #dispatcher: Dispatcher | undefined;
  #isClosed = false;

  constructor(database: QueueDatabase, onError: (error: unknown) => void) {
    this.#database = database;
    this.#onError = onError;
  }

  /** Without workers on an embedded database nothing is sent: a later sweep finds the rows. */
  async send({ id, priority, notBefore }: Pick<Job, 'id' | 'priority' | 'notBefore'>): Promise<void> {
    // The sweep of another or a later process finds the job.
    if (this.#isClosed || (!this.#engine && !this.#database.listen)) return;
    if (!notBefore && this.#dispatcher?.runDirectly(id)) return;
    const engine = await this.#started({ works: false });
    await engine.send(QUEUE, { id }, { singletonKey: id, priority, ...(notBefore && { startAfter: notBefore }) });
    if (!this.#database.listen) this.#dispatcher?.wake();
  }

  /** Starts workers, each with one job at a time, highest priority first. Must be called before the first `send`. */
  async work(workers: number, runJob: RunJob): Promise<void> {
    const engine = await this.#started({ works: true });
    this.#dispatcher = new Dispatcher({ engine, workers, runJob, onError: this.#onError });
  }

  /** Starts no more jobs and waits for those in progress, up to the timeout. */
  async close(timeoutMs = 0): Promise<void> {
    const engine = await this.#engine?.catch(() => undefined);
    await this.#dispatcher?.end(timeoutMs);
    this.#isClosed = true;
    await engine?.stop({ graceful: false });
  }

  #started({ works }: { readonly works: boolean }): Promise<PgBoss> {
    if (this.#engine) return this.#engine;
    const onNotice = () => this.#dispatcher?.wake();
    const starting = startEngine(this.#database, { works, onNotice, onError: this.#onError });
    this.#engine = starting;
    // The next call tries again, for instance after an outage of the server.
    starting.catch(() => {
      if (this.#engine === starting) this.#engine = undefined;
    });
    return starting;
  }
}
