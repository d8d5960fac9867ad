import type { PGlite } from '@electric-sql/pglite';
import { BackendReply } from './backend-reply.ts';
import type { Batch } from './client-requests.ts';
import { queryMessage, readyForQuery, startupPacket, syncMessage, type TransactionStatus } from './wire.ts';

/** The one PostgreSQL backend, as far as sessions need it. */
export interface EmbeddedBackend {
  /**
   * Serves the batch before it returns, and gives the state of the transaction; undefined after a Flush.
   * @throws BackendDied
   */
  run(batch: Pick<Batch, 'bytes' | 'isAnswered'>, emit: (bytes: Buffer) => void): TransactionStatus | undefined;
}

/** The backend ended or cannot be trusted any more; the data folder must be reopened. */
export class BackendDied extends Error {
  override readonly name = 'BackendDied';
  /** The SQLSTATE that it ended with, where it sent one. */
  readonly code: string | undefined;

  constructor(message: string, { code, cause }: { readonly code?: string | undefined; readonly cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
  }
}

/** A statement of our own, for a backend. */
export const ownQuery = (sql: string): Pick<Batch, 'bytes' | 'isAnswered'> => ({
  bytes: queryMessage(sql),
  isAnswered: true,
});

/** Ends a batch that its session left open. */
export const ownSync = (): Pick<Batch, 'bytes' | 'isAnswered'> => ({ bytes: syncMessage(), isAnswered: true });

/** PGlite, which serves a batch synchronously: it does nothing else meanwhile, and neither does its thread. */
export class PgliteBackend implements EmbeddedBackend {
  /** Parameters that a client receives when its session begins. */
  readonly greeting: Buffer;
  readonly #pglite: PGlite;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
    const greeting: Buffer[] = [];
    this.run({ bytes: startupPacket('postgres', 'postgres'), isAnswered: true }, (bytes) => greeting.push(bytes));
    this.greeting = Buffer.concat(greeting);
  }

  run(batch: Pick<Batch, 'bytes' | 'isAnswered'>, emit: (bytes: Buffer) => void): TransactionStatus | undefined {
    const reply = new BackendReply();
    const onRawData = (piece: Uint8Array): void => reply.read(piece).forEach(emit);
    let failure: unknown;
    // It is only formally asynchronous: without the sync to its file system, which does nothing on a folder and in
    // memory, it has finished when it returns.
    this.#pglite
      .execProtocolRawStream(new Uint8Array(batch.bytes), { syncToFs: false, onRawData })
      .catch((error: unknown) => {
        failure = error;
      });
    if (reply.fatal !== undefined) {
      const { message, code } = reply.fatal;
      throw new BackendDied(`The embedded database ended: ${message}.`, { code });
    }
    if (!batch.isAnswered) return undefined;
    if (reply.status === undefined)
      throw new BackendDied('The embedded database ended without a word.', { cause: failure });
    emit(readyForQuery(reply.status));
    return reply.status;
  }
}
