import type { TransactionStatus } from './wire.ts';

const ERROR = 0x45;
const READY = 0x5a;

/**
 * Reads what the backend answers to one batch, in pieces of any size, and takes every ReadyForQuery out.
 *
 * The backend sends one too many when a batch of the extended protocol fails: a client that has already sent its next
 * statement would take the second for the answer to that. The caller adds the one that belongs there.
 */
export class BackendReply {
  /** The state after the last ReadyForQuery; undefined before the first. */
  status: TransactionStatus | undefined;
  /** Message and SQLSTATE of a backend that ends. */
  fatal: { readonly message: string; readonly code: string | undefined } | undefined;
  #held: Buffer = Buffer.alloc(0);
  #skip = 0;

  /** Gives what is to be passed on of this piece. */
  read(piece: Uint8Array): Buffer[] {
    const buffer = this.#held.length > 0 ? Buffer.concat([this.#held, piece]) : Buffer.from(piece);
    const passed: Buffer[] = [];
    let from = 0;
    let at = 0;
    while (at < buffer.length) {
      const inside = Math.min(this.#skip, buffer.length - at);
      this.#skip -= inside;
      at += inside;
      const size = inside > 0 ? 0 : sizeToRead(buffer, at);
      if (size === undefined) break;
      if (size === 0) continue;
      if (buffer[at] === READY) {
        passed.push(buffer.subarray(from, at));
        this.status = String.fromCharCode(buffer[at + 5] ?? 0) as TransactionStatus;
        from = at + size;
        at = from;
        continue;
      }
      if (buffer[at] === ERROR) this.#noteFatal(buffer.subarray(at + 5, at + size));
      this.#skip = size;
    }
    passed.push(buffer.subarray(from, at));
    this.#held = buffer.subarray(at);
    return passed.filter((part) => part.length > 0);
  }

  #noteFatal(fields: Buffer): void {
    const values = fields.toString('utf8').split('\0');
    const field = (type: string): string | undefined => values.find((value) => value.startsWith(type))?.slice(1);
    const severity = field('V');
    if (severity === 'FATAL' || severity === 'PANIC')
      this.fatal = { message: `${field('M')} (${field('C')})`, code: field('C') };
  }
}

/** The size of the message that begins here; undefined when too little of it is there to judge it. */
function sizeToRead(buffer: Buffer, at: number): number | undefined {
  if (buffer.length - at < 5) return undefined;
  const size = buffer.readInt32BE(at + 1) + 1;
  const isJudgedWhole = buffer[at] === READY || buffer[at] === ERROR;
  return isJudgedWhole && buffer.length - at < size ? undefined : size;
}
