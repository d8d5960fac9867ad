import { statfs } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { EmbeddedServerOptions } from './embedded-server.ts';
import type { FromWorker, ToWorker } from './port-messages.ts';

/** The embedded database has ended; it must be reopened. */
export class EmbeddedDatabaseStopped extends Error {
  override readonly name = 'EmbeddedDatabaseStopped';
  /** The SQLSTATE that it ended with; 53100 when its storage was full. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** Who hears what the thread sends, and that it has failed; each failure is reported once. */
export interface ThreadListener {
  onMessage(message: FromWorker): void;
  onFailure(error: Error): void;
}

/** One run of the worker thread that holds the database. */
export class DatabaseThread {
  /** Resolves when sessions can begin; rejects when the thread fails before. */
  readonly ready: Promise<void>;
  readonly exited: Promise<void>;
  readonly #worker: Worker;

  constructor(options: EmbeddedServerOptions, { onMessage, onFailure }: ThreadListener) {
    const readiness = Promise.withResolvers<void>();
    let hasFailed = false;
    const fail = (error: Error) => {
      if (hasFailed) return;
      hasFailed = true;
      readiness.reject(error);
      onFailure(error);
    };
    // The sources run as they are; the built package has JavaScript beside it.
    const module = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';
    // No arguments of the program: a loader or a debugger of the main thread is of no use in there.
    this.#worker = new Worker(new URL(module, import.meta.url), { workerData: options, execArgv: [] });
    this.#worker.on('message', (message: FromWorker) => {
      if (message.type === 'ready') readiness.resolve();
      else if (message.type === 'dead') fail(new EmbeddedDatabaseStopped(message.reason, message.code));
      else onMessage(message);
    });
    this.#worker.on('error', (error) =>
      fail(error instanceof Error ? error : new EmbeddedDatabaseStopped(String(error))),
    );
    this.exited = new Promise((resolve) => {
      this.#worker.once('exit', (code) => {
        fail(new EmbeddedDatabaseStopped(`The thread of the embedded database ended with code ${code}.`));
        resolve();
      });
    });
    this.ready = readiness.promise;
    // A failure is reported to the listener as well.
    this.ready.catch(() => {});
  }

  send(message: ToWorker, transferred?: Uint8Array<ArrayBuffer>): void {
    this.#worker.postMessage(message, transferred === undefined ? [] : [transferred.buffer]);
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** Two segments of the write-ahead log: with less, the database ends again within minutes. */
const ROOM = 32 * 1024 * 1024;

/** Whether the file system of a folder has room enough to open the database again; not where the folder is missing. */
export const hasRoom = (folder: string): Promise<boolean> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize >= ROOM,
    () => false,
  );
