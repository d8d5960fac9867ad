import { containsCopy } from './copy-guard.ts';
import { message, startupCode } from './wire.ts';

/** Whole messages up to a Sync, Query or Flush: the backend is never given less, because it would wait for the rest. */
export interface Batch {
  readonly kind: 'batch';
  readonly bytes: Buffer;
  /** False after a Flush: the client goes on without a ReadyForQuery. */
  readonly isAnswered: boolean;
  /** The names of the statements it prepares. */
  readonly prepared: readonly string[];
}

/** What a client wants next. */
export type ClientRequest =
  | Batch
  | { readonly kind: 'startup' | 'encryption' | 'cancel' | 'terminate' }
  | { readonly kind: 'violation'; readonly reason: string };

/** Types of messages: those that end a batch and are answered, the other ones of a batch, and leftovers of a COPY. */
const answered = new Set('QSF');
const batched = new Set('QSFHPBDEC');
const ignored = new Set('dcf');
const largestMessage = 1 << 30;

const refusedCopy = `do $$ begin
  raise exception 'COPY is not available on the embedded database' using errcode = 'feature_not_supported';
end $$`;

/** Cuts what a client sends, in pieces of any size, into requests. */
export class ClientRequests {
  #parts: Uint8Array[] = [];
  #size = 0;
  /** Length at which the incomplete message is complete, in bytes. */
  #needed = 1;
  #started = false;

  /** Gives the requests that are complete now, in order. */
  add(bytes: Uint8Array): ClientRequest[] {
    this.#parts.push(bytes);
    this.#size += bytes.length;
    if (this.#size < this.#needed) return [];
    const requests: ClientRequest[] = [];
    let rest = this.#parts.length === 1 ? asBuffer(bytes) : Buffer.concat(this.#parts);
    for (;;) {
      this.#needed = rest.length + 1;
      const taken = this.#started ? this.#takeMessages(rest) : this.#takeStartup(rest);
      if (taken === undefined) break;
      if (taken.request !== undefined) requests.push(taken.request);
      rest = rest.subarray(taken.length);
    }
    this.#parts = rest.length > 0 ? [rest] : [];
    this.#size = rest.length;
    return requests;
  }

  #takeStartup(buffer: Buffer): Taken | undefined {
    if (buffer.length < 8) return undefined;
    const length = buffer.readInt32BE(0);
    if (length < 8 || length > 10_000) return violation(buffer, 'a startup packet of impossible length');
    if (buffer.length < length) return undefined;
    const code = buffer.readInt32BE(4);
    if (code === startupCode.ssl || code === startupCode.gss) return { length, request: { kind: 'encryption' } };
    if (code === startupCode.cancel) return { length, request: { kind: 'cancel' } };
    if (code >> 16 !== 3) return violation(buffer, 'a protocol other than version 3');
    this.#started = true;
    return { length, request: { kind: 'startup' } };
  }

  #takeMessages(buffer: Buffer): Taken | undefined {
    const pieces: Buffer[] = [];
    const prepared: string[] = [];
    let at = 0;
    while (buffer.length - at >= 5) {
      const type = String.fromCharCode(buffer[at] ?? 0);
      const size = buffer.readInt32BE(at + 1) + 1;
      const reason = impossible(type, size);
      if (reason !== undefined) return violation(buffer, reason);
      // Growing to the size of a large message at once keeps its pieces from being joined again and again.
      if (buffer.length - at < size) {
        this.#needed = at + size;
        return undefined;
      }
      const whole = buffer.subarray(at, at + size);
      at += size;
      if (type === 'X') return { length: at, request: { kind: 'terminate' } };
      if (type === 'P') prepared.push(textAt(whole, 5));
      if (!ignored.has(type)) pieces.push(withoutCopy(type, whole));
      if (!answered.has(type) && type !== 'H') continue;
      const bytes = pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
      return { length: at, request: { kind: 'batch', bytes, isAnswered: answered.has(type), prepared } };
    }
    return undefined;
  }
}

interface Taken {
  readonly length: number;
  readonly request: ClientRequest | undefined;
}

function violation(buffer: Buffer, reason: string): Taken {
  return { length: buffer.length, request: { kind: 'violation', reason } };
}

/** A wrong message would end the one backend that all sessions share, so it does not get there. */
function impossible(type: string, size: number): string | undefined {
  if (type !== 'X' && !batched.has(type) && !ignored.has(type)) return `a message of unknown type ${type}`;
  return size < 5 || size > largestMessage ? 'a message of impossible length' : undefined;
}

/** Puts a statement that fails in the place of a COPY, so that the session is in the state a failure leaves it in. */
function withoutCopy(type: string, whole: Buffer): Buffer {
  if (type === 'Q') return containsCopy(textAt(whole, 5)) ? message('Q', refusedCopy, '\0') : whole;
  if (type !== 'P') return whole;
  const name = textAt(whole, 5);
  const sql = textAt(whole, 6 + Buffer.byteLength(name));
  return containsCopy(sql) ? message('P', name, '\0', refusedCopy, '\0', Buffer.alloc(2)) : whole;
}

function textAt(buffer: Buffer, from: number): string {
  const end = buffer.indexOf(0, from);
  return buffer.toString('utf8', from, end < 0 ? buffer.length : end);
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
