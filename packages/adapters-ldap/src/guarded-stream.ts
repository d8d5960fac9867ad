import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { BerReader, PagedResultsControl, SearchResponse } from 'ldapts';
import { DirectoryFailure } from './failure.ts';

const SEQUENCE = 0x30;
const SEARCH_END = 0x65;
/** One message: the largest that is believed. */
const LONGEST_MESSAGE = 8 * 1024 * 1024;
/** All that a server may answer to one request. */
const LONGEST_ANSWER = 32 * 1024 * 1024;
const MOST_MESSAGES = 20_000;

/** How a search ended. */
export interface SearchEnd {
  readonly code: number;
  /** Whether the server has a further page. */
  readonly hasMore: boolean;
}

/**
 * Stands between a server and the library, and hands on whole messages of a reasonable size, one by one. What is no
 * message, or too much, ends the connection. It also remembers how the last search ended, which the library keeps to
 * itself.
 */
export class GuardedStream extends Duplex {
  readonly connecting = false;
  readonly readyState = 'open';
  /** Why the connection was ended from this side. */
  failure: DirectoryFailure | undefined;
  lastSearch: SearchEnd | undefined;
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #kept = 0;
  /** How many bytes the next message has, as soon as that is known. */
  #wanted: number | undefined;
  #answered = 0;
  #messages = 0;

  constructor(socket: Socket) {
    super({ readableObjectMode: true });
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('close', () => this.destroy());
    // The end of the connection says enough, and an error nobody listens to would end the process.
    socket.on('error', () => {});
    this.on('error', () => {});
    this.on('close', () => socket.destroy());
  }

  /** Ends the connection; whatever waits for an answer hears this. */
  fail(failure: DirectoryFailure): void {
    this.failure ??= failure;
    this.destroy(failure);
  }

  override _read(): void {
    // What comes is handed on at once: the library reads all the time.
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#answered = 0;
    this.#messages = 0;
    if (this.#socket.destroyed) done(new Error('The connection has ended.'));
    else this.#socket.write(chunk, done);
  }

  override _final(done: () => void): void {
    this.#socket.end();
    done();
  }

  #take(chunk: Buffer): void {
    if (this.destroyed) return;
    this.#answered += chunk.length;
    this.#chunks.push(chunk);
    this.#kept += chunk.length;
    try {
      if (this.#answered > LONGEST_ANSWER) throw new DirectoryFailure('protocol_error');
      this.#handOn();
    } catch (error) {
      this.fail(error instanceof DirectoryFailure ? error : new DirectoryFailure('protocol_error'));
    }
  }

  #handOn(): void {
    while (this.#isComplete()) {
      const bytes = joined(this.#chunks);
      const length = this.#wanted ?? 0;
      const message = bytes.subarray(0, length);
      this.#chunks = bytes.length === length ? [] : [bytes.subarray(length)];
      this.#kept = bytes.length - length;
      this.#wanted = undefined;
      this.#messages += 1;
      if (this.#messages > MOST_MESSAGES) throw new DirectoryFailure('size_limit');
      this.#inspect(message);
      this.push(message);
      if (this.destroyed) return;
    }
  }

  #isComplete(): boolean {
    if (this.#wanted === undefined) {
      if (this.#kept < 2) return false;
      // Chunks are joined only until the length is known, so that many small ones cost no more than a large one.
      if ((this.#chunks[0]?.length ?? 0) < Math.min(this.#kept, 6)) this.#chunks = [joined(this.#chunks)];
      this.#wanted = lengthOf(this.#chunks[0] ?? Buffer.alloc(0));
    }
    return this.#wanted !== undefined && this.#kept >= this.#wanted;
  }

  /** A message that cannot be read would be dropped by the library, and its request wait for ever. */
  #inspect(bytes: Buffer): void {
    const reader = new BerReader(bytes);
    reader.readSequence();
    const id = reader.readInt();
    if (id === null || reader.peek() === null) throw new DirectoryFailure('protocol_error');
    if (reader.peek() !== SEARCH_END) return;
    reader.readSequence();
    const end = new SearchResponse({ messageId: id });
    end.parse(reader, []);
    const page = end.controls?.find((control) => control instanceof PagedResultsControl);
    this.lastSearch = { code: end.status, hasMore: (page?.value?.cookie?.length ?? 0) > 0 };
  }
}

/** One chunk of many; a single one is not copied, because it may hold thousands of messages. */
const joined = (chunks: readonly Buffer[]): Buffer => {
  const [first, ...others] = chunks;
  return first === undefined || others.length > 0 ? Buffer.concat(chunks) : first;
};

/** How long the message is that begins here, head included; undefined while that cannot be told. */
function lengthOf(bytes: Buffer): number | undefined {
  const [tag, first] = bytes;
  if (tag !== SEQUENCE || first === undefined || first === 0x80 || first > 0x84)
    throw new DirectoryFailure('protocol_error');
  if (first < 0x80) return 2 + first;
  const digits = first & 0x7f;
  if (bytes.length < 2 + digits) return undefined;
  const length = 2 + digits + bytes.readUIntBE(2, digits);
  if (length > LONGEST_MESSAGE) throw new DirectoryFailure('protocol_error');
  return length;
}
