import { DatabaseThread, type EmbeddedDatabaseStopped, hasRoom } from './database-thread.ts';
import { PgliteStream } from './pglite-stream.ts';
import type { DataSource, FromWorker, ToWorker } from './port-messages.ts';

/** How an embedded server is started. */
export interface EmbeddedServerOptions {
  readonly source: DataSource;
  /** Maximum wait of a session while another one idles in its transaction (ms). */
  readonly patienceMillis: number;
}

const closingMillis = 10_000;
/** Pause between two attempts to open a database that ended because its storage was full, in milliseconds. */
const reopeningMillis = 5_000;

/**
 * PostgreSQL in a worker thread: give `stream` to the ordinary driver. It keeps the process alive until it is closed. After the
 * storage was full the next session opens the database again, as soon as there is room; after any other failure none can.
 */
export class EmbeddedServer {
  /** Resolves when sessions can begin. */
  readonly ready: Promise<void>;
  readonly #options: EmbeddedServerOptions;
  readonly #streams = new Map<number, PgliteStream>();
  #thread: DatabaseThread;
  #dump: PromiseWithResolvers<Uint8Array> | undefined;
  #failure: Error | undefined;
  #closing: Promise<void> | undefined;
  #reopening: Promise<void> | undefined;
  #isPausing = false;
  #nextId = 1;

  constructor(options: EmbeddedServerOptions) {
    this.#options = options;
    this.#thread = this.#start((error) => this.#fail(error));
    this.ready = this.#thread.ready;
  }

  /** Whether the thread runs and serves sessions. */
  get isRunning(): boolean {
    return this.#failure === undefined;
  }

  /** Gives the stream of one new session. */
  stream(): PgliteStream {
    const id = this.#nextId++;
    const stream = new PgliteStream({
      id,
      reach: () => this.#reach(),
      send: (message, transferred) => this.#send(message, transferred),
      forget: () => this.#streams.delete(id),
    });
    this.#streams.set(id, stream);
    return stream;
  }

  /** Gives all data as a template for a database in memory; no transaction may be open. */
  async dump(): Promise<Uint8Array> {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#dump === undefined) {
      this.#dump = Promise.withResolvers();
      this.#send({ type: 'dump' });
    }
    return this.#dump.promise;
  }

  /** Undoes what is not committed, writes what is, and ends the thread; harmless when it has ended. */
  close(): Promise<void> {
    this.#closing ??= this.#shutDown();
    return this.#closing;
  }

  #start(onFailure: (error: Error) => void): DatabaseThread {
    return new DatabaseThread(this.#options, { onFailure, onMessage: (message) => this.#receive(message) });
  }

  async #shutDown(): Promise<void> {
    await this.#reopening?.catch(() => {});
    this.#send({ type: 'close' });
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, closingMillis);
    });
    await Promise.race([this.#thread.exited, tooLong]);
    clearTimeout(timer);
    await this.#thread.terminate();
  }

  /** Lets a session begin: at once while the thread runs. */
  async #reach(): Promise<void> {
    const failure = this.#failure;
    if (failure === undefined) return;
    if (this.#closing !== undefined || (failure as EmbeddedDatabaseStopped).code !== '53100') throw failure;
    this.#reopening ??= this.#reopen(failure).finally(() => {
      this.#reopening = undefined;
    });
    await this.#reopening;
  }

  async #reopen(failure: Error): Promise<void> {
    const { source } = this.#options;
    if (source.kind !== 'folder' || this.#isPausing || !(await hasRoom(source.folder))) throw failure;
    await this.#thread.exited;
    this.#isPausing = true;
    const pause = () => {
      this.#isPausing = false;
    };
    setTimeout(pause, reopeningMillis).unref();
    let isReady = false;
    const thread = this.#start((error) => isReady && this.#fail(error));
    // Callers get the cause of the end until it runs again.
    await thread.ready.catch(() => Promise.reject(failure));
    isReady = true;
    this.#thread = thread;
    this.#failure = undefined;
  }

  #send(message: ToWorker, transferred?: Uint8Array<ArrayBuffer>): void {
    if (this.#failure === undefined) this.#thread.send(message, transferred);
  }

  #receive(message: FromWorker): void {
    if (message.type === 'bytes') this.#streams.get(message.id)?.deliver(message.bytes);
    else if (message.type === 'end') this.#streams.get(message.id)?.finish();
    else if (message.type === 'taken') this.#streams.get(message.id)?.confirm();
    else if (message.type === 'dumped') this.#endDump(message);
  }

  #endDump({ bytes, failure }: Extract<FromWorker, { type: 'dumped' }>): void {
    if (bytes !== undefined) this.#dump?.resolve(bytes);
    else this.#dump?.reject(new Error(`The embedded database cannot be copied: ${failure}`));
    this.#dump = undefined;
  }

  /** Refuses all further requests and ends all waits. */
  #fail(error: Error): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    this.#dump?.reject(error);
    for (const stream of [...this.#streams.values()]) stream.destroy(error);
  }
}
