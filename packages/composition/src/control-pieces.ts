import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type SourceLine, WorkPacer } from '@backroom/core';
import type { RestResponse } from '@backroom/core/interface';
import { answerOf, type ControlAnswer, type ControlRequest, sendMessage } from './control-messages.ts';

/** So many pieces wait before the other side is asked to wait with more. */
const ENOUGH = 16;

/** Pieces of something long that come over a socket one after another, and are read as fast as somebody wants them. */
export class Pieces<T> {
  readonly #socket: Socket;
  readonly #waiting: T[] = [];
  #end: { readonly cause?: Error } | undefined;
  #isUnwanted = false;
  #wake = () => {};

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Takes one that has come; null is the end. */
  take(piece: T | null): void {
    if (piece === null) this.end();
    else if (!this.#isUnwanted) this.#waiting.push(piece);
    if (this.#waiting.length >= ENOUGH) this.#socket.pause();
    this.#wake();
  }

  /** There will be no more: they are all here, or the connection broke. */
  end(cause?: Error): void {
    this.#end ??= cause ? { cause } : {};
    this.#wake();
  }

  /** Lets go of what is here and of all that still comes. */
  discard(): void {
    this.#isUnwanted = true;
    this.#waiting.length = 0;
    this.#socket.resume();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    try {
      for (;;) {
        const piece = this.#waiting.shift();
        if (piece !== undefined) yield piece;
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

/** Sends a message and waits while the other side has enough. */
export async function sendPatiently(socket: Socket, message: ControlRequest | ControlAnswer): Promise<void> {
  sendMessage(socket, message);
  if (!socket.writableNeedDrain) return;
  const gone = new AbortController();
  const onClose = () => gone.abort();
  socket.once('close', onClose);
  await once(socket, 'drain', { signal: gone.signal }).catch(() => {});
  socket.off('close', onClose);
}

/** Sends a file piece by piece until it is at its end or nobody wants more of it. */
export async function sendFile(
  socket: Socket,
  pieces: AsyncIterable<Uint8Array | readonly SourceLine[]>,
  isWanted: () => boolean,
): Promise<void> {
  for await (const bytes of pieces) {
    if (!isWanted() || socket.destroyed) break;
    await sendPatiently(socket, { do: 'piece', bytes });
  }
  sendMessage(socket, { do: 'piece', bytes: null });
}

/** Sends the answer of a route; one that is made while it is sent goes chunk by chunk. */
export async function sendResponse(socket: Socket, { chunks, ...response }: RestResponse): Promise<void> {
  sendMessage(socket, { result: response, ...(chunks && { isStreamed: true }) });
  if (chunks) await sendPieces(socket, chunks);
}

/** Sends what a use case gives; lines that are made while they are read go many together. */
export async function sendResult(socket: Socket, result: unknown): Promise<void> {
  if (!isStream(result)) return sendMessage(socket, { result });
  sendMessage(socket, { result: null, isStreamed: true });
  await sendPieces(socket, bundled(result));
}

const isStream = (value: unknown): value is AsyncIterable<string> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

async function sendPieces(socket: Socket, pieces: AsyncIterable<string | readonly string[]>): Promise<void> {
  try {
    for await (const piece of pieces) {
      if (socket.destroyed) return;
      await sendPatiently(socket, { piece });
    }
    sendMessage(socket, { piece: null });
  } catch (error) {
    sendMessage(socket, answerOf(error));
  }
}

/** So many characters go together. */
const BUNDLE = 65_536;

/** Lines, many together: each message costs as much as some of them. */
export async function* bundled<L extends SourceLine>(
  lines: AsyncIterable<L> | Iterable<L>,
): AsyncGenerator<readonly L[], void, undefined> {
  let bundle: L[] = [];
  let size = 0;
  for await (const line of lines) {
    bundle.push(line);
    size += typeof line === 'string' ? line.length : 0;
    if (size < BUNDLE && bundle.length < BUNDLE / 64) continue;
    yield bundle;
    bundle = [];
    size = 0;
  }
  if (bundle.length > 0) yield bundle;
}

/** Characters of a line that are one unit of work, beside the line itself. */
const UNIT = 64;

/** The same one by one again, with yields to the event loop: the server that stores them has other requests. */
export async function* unbundled<L>(bundles: AsyncIterable<L | readonly L[]>): AsyncGenerator<L, void, undefined> {
  const pacer = new WorkPacer(() => setImmediate());
  for await (const bundle of bundles) {
    for (const line of Array.isArray(bundle) ? (bundle as readonly L[]) : [bundle as L]) {
      yield line;
      const turn = pacer.spend(1 + (typeof line === 'string' ? Math.floor(line.length / UNIT) : 0));
      if (turn) await turn;
    }
  }
}
