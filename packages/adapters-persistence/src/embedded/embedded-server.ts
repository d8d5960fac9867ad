import { Worker } from 'node:worker_threads';
import { PgliteStream } from './pglite-stream.ts';
import type { DataSource, FromWorker, ToWorker } from './port-messages.ts';

/** The embedded database has ended; it must be opened anew. */
export class EmbeddedDatabaseStopped extends Error {
  override readonly name = 'EmbeddedDatabaseStopped';
}

/** How an embedded server is started. */
export interface EmbeddedServerOptions {
  readonly source: DataSource;
  /** So long does a session wait while another one idles in its transaction. */
  readonly patienceMillis: number;
}

const closingMillis = 10_000;

/** PostgreSQL in a worker thread: give `stream` to the ordinary driver. It keeps the process alive until it is closed. */
export class EmbeddedServer {
  /** Resolves when sessions can begin. */
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #streams = new Map<number, PgliteStream>();
  readonly #exited: Promise<void>;
  readonly #readiness = Promise.withResolvers<void>();
  #dump: PromiseWithResolvers<Uint8Array> | undefined;
  #failure: Error | undefined;
  #closing: Promise<void> | undefined;
  #nextId = 1;

  constructor(options: EmbeddedServerOptions) {
    // The sources run as they are; the built package has JavaScript beside it.
    const module = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';
    // No arguments of the program: a loader or a debugger of the main thread is of no use in there.
    this.#worker = new Worker(new URL(module, import.meta.url), { workerData: options, execArgv: [] });
    this.#worker.on('message', (message: FromWorker) => this.#receive(message));
    this.#worker.on('error', (error) =>
      this.#fail(error instanceof Error ? error : new EmbeddedDatabaseStopped(String(error))),
    );
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', (code) => {
        this.#fail(new EmbeddedDatabaseStopped(`The thread of the embedded database ended with code ${code}.`));
        resolve();
      });
    });
    this.ready = this.#readiness.promise;
    // Whoever waits hears of a failure; nobody has to wait.
    this.ready.catch(() => {});
  }

  /** Gives the stream of one new session. */
  stream(): PgliteStream {
    const id = this.#nextId++;
    const stream = new PgliteStream({
      id,
      failure: () => this.#failure,
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

  async #shutDown(): Promise<void> {
    this.#send({ type: 'close' });
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, closingMillis);
    });
    await Promise.race([this.#exited, tooLong]);
    clearTimeout(timer);
    await this.#worker.terminate();
  }

  #send(message: ToWorker, transferred?: Uint8Array<ArrayBuffer>): void {
    if (this.#failure !== undefined) return;
    this.#worker.postMessage(message, transferred === undefined ? [] : [transferred.buffer]);
  }

  #receive(message: FromWorker): void {
    if (message.type === 'ready') this.#readiness.resolve();
    else if (message.type === 'bytes') this.#streams.get(message.id)?.deliver(message.bytes);
    else if (message.type === 'end') this.#streams.get(message.id)?.finish();
    else if (message.type === 'taken') this.#streams.get(message.id)?.confirm();
    else if (message.type === 'dead') this.#fail(new EmbeddedDatabaseStopped(message.reason));
    else this.#endDump(message);
  }

  #endDump({ bytes, failure }: Extract<FromWorker, { type: 'dumped' }>): void {
    if (bytes !== undefined) this.#dump?.resolve(bytes);
    else this.#dump?.reject(new Error(`The embedded database cannot be copied: ${failure}`));
    this.#dump = undefined;
  }

  /** From now on nothing is served, and nobody waits. */
  #fail(error: Error): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    this.#readiness.reject(error);
    this.#dump?.reject(error);
    for (const stream of [...this.#streams.values()]) stream.destroy(error);
  }
}
