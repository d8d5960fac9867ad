import type { Job, JobQueue } from '@backroom/core/jobs';
import { Dispatcher } from './dispatcher.ts';
import { keepListening } from './keep-listening.ts';
import type { NoticeListener, QueueDatabase } from './queue-database.ts';
import type { RunJob } from './run-job.ts';

/** The channel on which a process notifies the workers of all others. */
const CHANNEL = 'backroom_job';

/**
 * Wakes the workers of this process, on a PostgreSQL server also those of other processes, when a job is sent. It stores
 * nothing: workers claim the job rows, and find by polling what a lost notice did not announce.
 */
export class PostgresJobQueue implements JobQueue {
  readonly #database: QueueDatabase;
  readonly #onError: (error: unknown) => void;
  #dispatcher: Dispatcher | undefined;
  #listening: { close(): Promise<void> } | undefined;
  #isClosed = false;

  constructor(database: QueueDatabase, onError: (error: unknown) => void) {
    this.#database = database;
    this.#onError = onError;
  }

  /** A deferred job is found by polling. */
  async send({ id, notBefore }: Pick<Job, 'id' | 'notBefore'>): Promise<void> {
    if (this.#isClosed || notBefore || this.#dispatcher?.runDirectly(id)) return;
    this.#dispatcher?.wake();
    if (this.#database.listen) await this.#database.executeSql('select pg_notify($1, $2)', [CHANNEL, '']);
  }

  /** Starts workers, each with one job at a time, highest priority first. */
  work(workers: number, runJob: RunJob): void {
    const dispatcher = new Dispatcher({ workers, runJob, onError: this.#onError });
    this.#dispatcher = dispatcher;
    const listen = this.#database.listen?.bind(this.#database);
    if (!listen) return;
    const open = (listener: NoticeListener) => listen(CHANNEL, listener);
    this.#listening = keepListening(open, () => dispatcher.wake(), this.#database.backOff);
  }

  /** Starts no more jobs and waits for those in progress, up to the timeout. */
  async close(timeoutMs = 0): Promise<void> {
    await this.#dispatcher?.end(timeoutMs);
    this.#isClosed = true;
    await this.#listening?.close();
  }
}
