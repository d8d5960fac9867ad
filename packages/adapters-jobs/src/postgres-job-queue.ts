import type { Job, JobQueue } from '@backroom/core/jobs';
import { Dispatcher } from './dispatcher.ts';
import { keepListening } from './keep-listening.ts';
import type { NoticeListener, QueueDatabase, QueueNotice } from './queue-database.ts';
import type { RunJob } from './run-job.ts';

/** The channel on which a process notifies the workers of all others. */
const CHANNEL = 'backroom_job';

/** Another channel that is heard on the same connection. */
export interface OtherChannel {
  readonly channel: string;
  /** Without a payload after each (re)connect: notices may have been missed. */
  onNotice(payload: string | undefined): void;
}

/**
 * Wakes the workers of this process, on a PostgreSQL server also those of other processes, when a job is sent. It stores
 * nothing: workers claim the job rows, and find by polling what a lost notice did not announce.
 */
export class PostgresJobQueue implements JobQueue {
  readonly #database: QueueDatabase;
  readonly #onError: (error: unknown) => void;
  #dispatcher: Dispatcher | undefined;
  #listening: { close(): Promise<void> } | undefined;
  readonly #others: OtherChannel[] = [];
  #isClosed = false;

  constructor(database: QueueDatabase, onError: (error: unknown) => void) {
    this.#database = database;
    this.#onError = onError;
  }

  /** Hears another channel on the listening connection, which is not open yet. */
  hear(other: OtherChannel): void {
    this.#others.push(other);
  }

  /** Opens the one listening connection of the process, if it is not open already; workers do so too. */
  listen(): void {
    const listen = this.#database.listen?.bind(this.#database);
    if (!listen || this.#listening || this.#isClosed) return;
    const channels = [CHANNEL, ...this.#others.map(({ channel }) => channel)];
    const open = (listener: NoticeListener) => listen(channels, listener);
    this.#listening = keepListening(open, (notice) => this.#take(notice), this.#database.backOff);
  }

  #take(notice: QueueNotice | undefined): void {
    if (notice === undefined || notice.channel === CHANNEL) this.#dispatcher?.wake();
    for (const { channel, onNotice } of this.#others) {
      if (notice === undefined || notice.channel === channel) onNotice(notice?.payload);
    }
  }

  /** A deferred job is found by polling. */
  async send({ id, notBefore }: Pick<Job, 'id' | 'notBefore'>): Promise<void> {
    if (this.#isClosed || notBefore || this.#dispatcher?.runDirectly(id)) return;
    this.#dispatcher?.wake();
    if (this.#database.listen) await this.#database.executeSql('select pg_notify($1, $2)', [CHANNEL, '']);
  }

  /** Starts workers, each with one job at a time, highest priority first. */
  work(workers: number, runJob: RunJob): void {
    this.#dispatcher = new Dispatcher({ workers, runJob, onError: this.#onError });
    this.listen();
  }

  /** Starts no more jobs and waits for those in progress, up to the timeout. */
  async close(timeoutMs = 0): Promise<void> {
    await this.#dispatcher?.end(timeoutMs);
    this.#isClosed = true;
    await this.#listening?.close();
  }
}
