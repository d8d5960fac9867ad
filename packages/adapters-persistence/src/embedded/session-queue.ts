import { type EmbeddedBackend, ownQuery, ownSync } from './backend.ts';
import { type Batch, type ClientRequest, ClientRequests } from './client-requests.ts';
import { closeStatementMessage, errorResponse, readyForQuery, syncMessage, type TransactionStatus } from './wire.ts';

/** The way back to the clients. */
export interface SessionOutput {
  /** Sends bytes to the client of the session. */
  deliver(session: number, bytes: Buffer): void;
  /** Notifies the client of the end of its session. */
  end(session: number): void;
}

/** What a queue of sessions works with. */
export interface SessionQueueParts {
  readonly backend: EmbeddedBackend;
  readonly greeting: Buffer;
  readonly output: SessionOutput;
  /** Maximum wait of a session while another one idles in its transaction (ms). */
  readonly patienceMillis: number;
}

interface Session {
  readonly id: number;
  readonly requests: ClientRequests;
  readonly prepared: Set<string>;
  /** True between a refused Flush batch and the Sync that ends it. */
  skipsToSync: boolean;
}

/** A batch to serve, or none: the end of the session. */
interface Turn {
  readonly session: Session;
  readonly batch: Batch | undefined;
}

/**
 * Lets many sessions share one backend: each batch has its turn, and a session in a transaction keeps the backend
 * until the transaction ends. Who waits for a transaction that stands still is refused after a while: the transaction
 * may itself be waiting for the one who waits.
 */
export class SessionQueue {
  readonly #parts: SessionQueueParts;
  readonly #sessions = new Map<number, Session>();
  #turns: Turn[] = [];
  #owner: Session | undefined;
  /** The state of the owner; undefined when its batch is still open. */
  #ownerStatus: TransactionStatus | undefined = 'I';
  #patience: NodeJS.Timeout | undefined;

  constructor(parts: SessionQueueParts) {
    this.#parts = parts;
  }

  /** Begins a session. */
  open(id: number): void {
    this.#sessions.set(id, { id, requests: new ClientRequests(), prepared: new Set(), skipsToSync: false });
  }

  /** Takes what the client of the session sends. */
  receive(id: number, bytes: Uint8Array): void {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    for (const request of session.requests.add(bytes)) this.#accept(session, request);
    this.#serve();
  }

  /** Ends a session whose client is gone; what it has not committed is undone. */
  drop(id: number): void {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    this.#sessions.delete(id);
    this.#turns = this.#turns.filter((turn) => turn.session !== session);
    this.#turns.unshift({ session, batch: undefined });
    this.#serve();
  }

  /** Ends all sessions. */
  dropAll(): void {
    for (const id of [...this.#sessions.keys()]) this.drop(id);
  }

  #accept(session: Session, request: ClientRequest): void {
    const { output, greeting } = this.#parts;
    if (request.kind === 'startup') output.deliver(session.id, greeting);
    else if (request.kind === 'encryption') output.deliver(session.id, Buffer.from('N'));
    else if (request.kind === 'violation') this.#expel(session, request.reason);
    else if (request.kind !== 'batch') this.#takeLeave(session);
    else if (session.skipsToSync) this.#skip(session, request);
    else this.#turns.push({ session, batch: request });
  }

  #expel(session: Session, reason: string): void {
    const message = `The embedded database refuses ${reason}.`;
    this.#parts.output.deliver(session.id, errorResponse({ severity: 'FATAL', code: '08P01', message }));
    this.#parts.output.end(session.id);
    this.drop(session.id);
  }

  #takeLeave(session: Session): void {
    // What the client sent before its farewell still has its turn.
    if (!this.#turns.some((turn) => turn.session === session)) this.#parts.output.end(session.id);
    this.#turns.push({ session, batch: undefined });
  }

  #skip(session: Session, batch: Batch): void {
    if (!batch.isAnswered) return;
    session.skipsToSync = false;
    this.#parts.output.deliver(session.id, readyForQuery('I'));
  }

  #serve(): void {
    for (;;) {
      const index = this.#owner === undefined ? 0 : this.#turns.findIndex((turn) => turn.session === this.#owner);
      const [turn] = index < 0 ? [] : this.#turns.splice(index, 1);
      if (turn === undefined) break;
      clearTimeout(this.#patience);
      this.#patience = undefined;
      if (turn.batch === undefined) this.#finish(turn.session);
      else this.#run(turn.session, turn.batch);
    }
    if (this.#turns.length > 0) {
      this.#patience ??= setTimeout(() => this.#refuseWaiting(), this.#parts.patienceMillis);
    }
  }

  #run(session: Session, batch: Batch): void {
    for (const name of batch.prepared) if (name !== '') session.prepared.add(name);
    const { backend, output } = this.#parts;
    this.#ownerStatus = backend.run(batch, (bytes) => output.deliver(session.id, bytes));
    this.#owner = this.#ownerStatus === 'I' ? undefined : session;
  }

  /** Leaves the backend as if the session had never been, as far as the sessions that stay allow it. */
  #finish(session: Session): void {
    const run = (batch: Pick<Batch, 'bytes' | 'isAnswered'>) => this.#parts.backend.run(batch, () => {});
    if (this.#owner === session) {
      if (this.#ownerStatus === undefined) run(ownSync());
      run(ownQuery('rollback'));
      this.#owner = undefined;
    }
    this.#sessions.delete(session.id);
    if (this.#sessions.size === 0) run(ownQuery('discard all'));
    else if (session.prepared.size > 0) {
      const closing = [...session.prepared].map(closeStatementMessage);
      run({ bytes: Buffer.concat([...closing, syncMessage()]), isAnswered: true });
    }
    this.#parts.output.end(session.id);
  }

  #refuseWaiting(): void {
    this.#patience = undefined;
    const { output, patienceMillis } = this.#parts;
    const message = `The embedded database serves one session at a time, and another one has stood still in its transaction for ${patienceMillis} ms.`;
    for (const { session, batch } of this.#turns) {
      if (batch === undefined) continue;
      output.deliver(session.id, errorResponse({ severity: 'ERROR', code: '55P03', message }));
      if (batch.isAnswered) output.deliver(session.id, readyForQuery('I'));
      session.skipsToSync = !batch.isAnswered;
    }
    this.#turns = this.#turns.filter((turn) => turn.batch === undefined);
  }
}
