import { Buffer } from 'node:buffer';
import type { Duplex } from 'node:stream';
import { LARGEST_MESSAGE } from './messages.ts';

const LINE_FEED = 10;

/** Why a channel cannot be read any further. */
export type ChannelFault = 'message too large' | 'malformed message';

/** What becomes of what a channel receives. */
export interface ChannelListener<Received> {
  /** Reads an object of the other side; undefined if it is malformed. Without it the other side is trusted. */
  read?(sent: Readonly<Record<string, unknown>>): Received | undefined;
  onMessage(message: Received, bytes: number): void;
  /** Called once; nothing is received after it. */
  onFault(fault: ChannelFault): void;
}

/** Messages over a stream, as lines of JSON of a limited size. A paused channel holds back its sender. */
export class LineChannel<Sent, Received> {
  readonly #stream: Duplex;
  readonly #listener: ChannelListener<Received>;
  #unread: Buffer = Buffer.alloc(0);
  #isPaused = false;
  #isFaulty = false;

  constructor(stream: Duplex, listener: ChannelListener<Received>) {
    this.#stream = stream;
    this.#listener = listener;
    stream.on('data', (chunk: Buffer) => this.#receive(chunk));
    // The end of the process at the other side is noticed by its owner.
    stream.on('error', () => undefined);
  }

  /**
   * Sends a message; nothing happens if the stream has ended.
   * @throws RangeError if it is larger than the maximum
   */
  send(message: Sent): void {
    const line = `${JSON.stringify(message)}\n`;
    if (Buffer.byteLength(line) > LARGEST_MESSAGE) throw new RangeError('The message has more than 1 MiB.');
    if (this.#stream.writable) this.#stream.write(line);
  }

  /** Bytes that the other side has not read yet. */
  get backlog(): number {
    return this.#stream.writableLength;
  }

  /** Stops receiving until `resume`. */
  pause(): void {
    this.#isPaused = true;
    this.#stream.pause();
  }

  resume(): void {
    if (!this.#isPaused || this.#isFaulty) return;
    this.#isPaused = false;
    this.#deliver();
    if (!this.#isPaused) this.#stream.resume();
  }

  #receive(chunk: Buffer): void {
    if (this.#isFaulty) return;
    this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk]);
    this.#deliver();
  }

  #deliver(): void {
    while (!this.#isPaused && !this.#isFaulty) {
      const end = this.#unread.indexOf(LINE_FEED);
      if (end > LARGEST_MESSAGE || (end < 0 && this.#unread.length > LARGEST_MESSAGE)) {
        this.#fail('message too large');
        return;
      }
      if (end < 0) return;
      const line = this.#unread.toString('utf8', 0, end);
      this.#unread = this.#unread.subarray(end + 1);
      this.#parse(line, end);
    }
  }

  #parse(line: string, bytes: number): void {
    const message = this.#read(line);
    if (message === undefined) this.#fail('malformed message');
    else this.#listener.onMessage(message, bytes);
  }

  #read(line: string): Received | undefined {
    let sent: unknown;
    try {
      sent = JSON.parse(line);
    } catch {
      return undefined;
    }
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return undefined;
    return this.#listener.read ? this.#listener.read(sent as Readonly<Record<string, unknown>>) : (sent as Received);
  }

  #fail(fault: ChannelFault): void {
    this.#isFaulty = true;
    this.#unread = Buffer.alloc(0);
    this.#listener.onFault(fault);
  }
}
