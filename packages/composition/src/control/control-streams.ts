import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { SourceLine } from '@backroom/core/interchange';
import type { RestResponse } from '@backroom/core/interface';
import { WorkPacer } from '@backroom/core/kernel';
import { answerOf, type ControlAnswer, type ControlRequest, sendMessage } from './control-messages.ts';

/** Buffered chunks at which the socket is paused. */
const HIGH_WATER_MARK = 16;

/** A stream of chunks from a socket, with back-pressure. */
export class ChunkStream<T> {
  readonly #socket: Socket;
  readonly #buffer: T[] = [];
  #end: { readonly cause?: Error } | undefined;
  #isDiscarded = false;
  #wake = () => {};

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Appends a received chunk; null ends the stream. */
  push(chunk: T | null): void {
    if (chunk === null) this.end();
    else if (!this.#isDiscarded) this.#buffer.push(chunk);
    if (this.#buffer.length >= HIGH_WATER_MARK) this.#socket.pause();
    this.#wake();
  }

  /** Ends the stream, with an error when the connection was lost. */
  end(cause?: Error): void {
    this.#end ??= cause ? { cause } : {};
    this.#wake();
  }

  /** Drops buffered and future chunks. */
  discard(): void {
    this.#isDiscarded = true;
    this.#buffer.length = 0;
    this.#socket.resume();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    try {
      for (;;) {
        const chunk = this.#buffer.shift();
        if (chunk !== undefined) yield chunk;
        else if (this.#end?.cause) throw this.#end.cause;
        else if (this.#end) return;
        else await this.#more();
      }
    } finally {
      this.discard();
    }
  }

  async #more(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    this.#socket.resume();
    await promise;
  }
}

/** Sends a message and waits for the socket to drain. */
export async function sendAndDrain(socket: Socket, message: ControlRequest | ControlAnswer): Promise<void> {
  sendMessage(socket, message);
  if (!socket.writableNeedDrain) return;
  const gone = new AbortController();
  const onClose = () => gone.abort();
  socket.once('close', onClose);
  await once(socket, 'drain', { signal: gone.signal }).catch(() => {});
  socket.off('close', onClose);
}

/** Sends a file in chunks, to its end or until it is no longer wanted. */
export async function sendFile(
  socket: Socket,
  chunks: AsyncIterable<Uint8Array | readonly SourceLine[]>,
  isWanted: () => boolean,
): Promise<void> {
  for await (const bytes of chunks) {
    if (!isWanted() || socket.destroyed) break;
    await sendAndDrain(socket, { do: 'piece', bytes });
  }
  sendMessage(socket, { do: 'piece', bytes: null });
}

/** Sends the response of a route; a streamed one in chunks. */
export async function sendResponse(socket: Socket, { chunks, ...response }: RestResponse): Promise<void> {
  sendMessage(socket, { result: response, ...(chunks && { isStreamed: true }) });
  if (chunks) await sendChunks(socket, chunks);
}

/** Sends the result of a use case; a stream of lines in batches. */
export async function sendResult(socket: Socket, result: unknown): Promise<void> {
  if (!isStream(result)) return sendMessage(socket, { result });
  sendMessage(socket, { result: null, isStreamed: true });
  await sendChunks(socket, batched(result));
}

const isStream = (value: unknown): value is AsyncIterable<string> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

async function sendChunks(socket: Socket, chunks: AsyncIterable<string | readonly string[]>): Promise<void> {
  try {
    for await (const piece of chunks) {
      if (socket.destroyed) return;
      await sendAndDrain(socket, { piece });
    }
    sendMessage(socket, { piece: null });
  } catch (error) {
    sendMessage(socket, answerOf(error));
  }
}

/** Characters per batch. */
const BATCH_SIZE = 65_536;

/** Lines in batches, because each message has a fixed cost. */
export async function* batched<L extends SourceLine>(
  lines: AsyncIterable<L> | Iterable<L>,
): AsyncGenerator<readonly L[], void, undefined> {
  let batch: L[] = [];
  let size = 0;
  for await (const line of lines) {
    batch.push(line);
    size += typeof line === 'string' ? line.length : 0;
    if (size < BATCH_SIZE && batch.length < BATCH_SIZE / 64) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Characters of a line per unit of work, in addition to one unit for the line itself. */
const UNIT = 64;

/** The lines of batches, one by one, yielding to the event loop, because the server that stores them has other requests. */
export async function* unbatched<L>(batches: AsyncIterable<L | readonly L[]>): AsyncGenerator<L, void, undefined> {
  const pacer = new WorkPacer(() => setImmediate());
  for await (const batch of batches) {
    for (const line of Array.isArray(batch) ? (batch as readonly L[]) : [batch as L]) {
      yield line;
      const turn = pacer.spend(1 + (typeof line === 'string' ? Math.floor(line.length / UNIT) : 0));
      if (turn) await turn;
    }
  }
}
