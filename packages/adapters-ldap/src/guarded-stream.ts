import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { BerReader, PagedResultsControl, SearchResponse } from 'ldapts';
import { DirectoryFailure } from './failure.ts';

const SEQUENCE = 0x30;
const SEARCH_END = 0x65;
/** Maximum bytes of one message. */
const LONGEST_MESSAGE = 8 * 1024 * 1024;
/** Maximum bytes of all answers to one request. */
const LONGEST_ANSWER = 32 * 1024 * 1024;
/** Maximum answers to one request. */
const MOST_MESSAGES = 20_000;

/** The final message of a search. */
export interface SearchEnd {
  /** Result code (RFC 4511, appendix A). */
  readonly code: number;
  /** Whether the server has a further page. */
  readonly hasMore: boolean;
}

/**
 * Frames the messages of a server for the library and limits their size and number; malformed or excessive input ends
 * the connection. Records the end of the last search, which the library does not expose.
 */
export class GuardedStream extends Duplex {
  readonly connecting = false;
  readonly readyState = 'open';
  /** Why the connection was ended from this side. */
  failure: DirectoryFailure | undefined;
  lastSearch: SearchEnd | undefined;
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #buffered = 0;
  /** Bytes of the next message; undefined until its header has arrived. */
  #expected: number | undefined;
  #answered = 0;
  #messages = 0;

  constructor(socket: Socket) {
    super({ readableObjectMode: true });
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('close', () => this.destroy());
    // `close` follows each error; without a listener an error would end the process.
    socket.on('error', () => {});
    this.on('error', () => {});
    this.on('close', () => socket.destroy());
  }

  /** Ends the connection and fails pending requests. */
  fail(failure: DirectoryFailure): void {
    this.failure ??= failure;
    this.destroy(failure);
  }

  override _read(): void {
    // Messages are pushed as they arrive: the library reads continuously.
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

  #receive(chunk: Buffer): void {
    if (this.destroyed) return;
    this.#answered += chunk.length;
    this.#chunks.push(chunk);
    this.#buffered += chunk.length;
    try {
      if (this.#answered > LONGEST_ANSWER) throw new DirectoryFailure('protocol_error');
      this.#pushMessages();
    } catch (error) {
      this.fail(error instanceof DirectoryFailure ? error : new DirectoryFailure('protocol_error'));
    }
  }

  #pushMessages(): void {
    while (this.#isComplete()) {
      const bytes = joined(this.#chunks);
      const length = this.#expected ?? 0;
      const message = bytes.subarray(0, length);
      this.#chunks = bytes.length === length ? [] : [bytes.subarray(length)];
      this.#buffered = bytes.length - length;
      this.#expected = undefined;
      this.#messages += 1;
      if (this.#messages > MOST_MESSAGES) throw new DirectoryFailure('size_limit');
      this.#inspect(message);
      this.push(message);
      if (this.destroyed) return;
    }
  }

  #isComplete(): boolean {
    if (this.#expected === undefined) {
      if (this.#buffered < 2) return false;
      // Chunks are joined only until the length is known, so that many small ones cost no more than a large one.
      if ((this.#chunks[0]?.length ?? 0) < Math.min(this.#buffered, 6)) this.#chunks = [joined(this.#chunks)];
      this.#expected = lengthOf(this.#chunks[0] ?? Buffer.alloc(0));
    }
    return this.#expected !== undefined && this.#buffered >= this.#expected;
  }

  /** The library would drop a malformed message, and its request would never settle. */
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

/** Concatenates chunks; a single one is not copied, because it may hold thousands of messages. */
const joined = (chunks: readonly Buffer[]): Buffer => {
  const [first, ...others] = chunks;
  return first === undefined || others.length > 0 ? Buffer.concat(chunks) : first;
};

/** Length of the message in bytes, header included; undefined while the header is incomplete. */
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
