import { Duplex } from 'node:stream';
import type { ToWorker } from './port-messages.ts';

/** What a stream knows of its server. */
export interface StreamLink {
  readonly id: number;
  /** Resolves when the session can begin; rejects with the reason why the server cannot be reached. */
  reach(): Promise<void>;
  send(message: ToWorker, transferred?: Uint8Array<ArrayBuffer>): void;
  /** The stream is gone. */
  forget(): void;
}

/** Bytes after which the writer waits until the worker has taken them. */
const unconfirmedBytes = 1 << 20;

/** A session with the embedded database, in the shape of the socket that the PostgreSQL driver expects. */
export class PgliteStream extends Duplex {
  readonly #link: StreamLink;
  #unconfirmed = 0;
  #isFinished = false;
  #resume: ((error?: Error | null) => void) | undefined;

  constructor(link: StreamLink) {
    // As with a socket, the end of one direction is the end of both.
    super({ writableHighWaterMark: unconfirmedBytes, allowHalfOpen: false });
    this.#link = link;
  }

  /** Begins the session; where the database is does not matter, there is one only. */
  connect(): this {
    this.#link.reach().then(
      () => this.#begin(),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  #begin(): void {
    if (this.destroyed) return;
    this.#link.send({ type: 'open', id: this.#link.id });
    // Errors of listeners are theirs, not those of the connection.
    process.nextTick(() => this.emit('connect'));
  }

  // What a socket can do and this cannot: the driver calls them without need.
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  setTimeout(): this {
    return this;
  }
  /** The worker keeps the process alive until it is closed, whatever the sessions do. */
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  /** Takes bytes from the worker, without back-pressure: there are never more than were requested. */
  deliver(bytes: Uint8Array): void {
    if (!this.#isFinished) this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  /** The worker has taken all that was written. */
  confirm(): void {
    this.#unconfirmed = 0;
    const resume = this.#resume;
    this.#resume = undefined;
    resume?.();
  }

  /** Nothing comes from the worker any more. */
  finish(): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.push(null);
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#write(new Uint8Array(chunk), done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#write(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))), done);
  }

  #write(bytes: Uint8Array<ArrayBuffer>, done: (error?: Error | null) => void): void {
    const { id } = this.#link;
    this.#unconfirmed += bytes.length;
    this.#link.send({ type: 'bytes', id, bytes }, bytes);
    if (this.#unconfirmed < unconfirmedBytes) {
      done();
      return;
    }
    this.#resume = done;
    this.#link.send({ type: 'ask', id });
  }

  override _final(done: (error?: Error | null) => void): void {
    // A client that leaves without a farewell leaves all the same.
    this.#link.send({ type: 'gone', id: this.#link.id });
    this.finish();
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#link.forget();
    this.#link.send({ type: 'gone', id: this.#link.id });
    this.#resume?.(error);
    this.#resume = undefined;
    done(error);
  }
}
