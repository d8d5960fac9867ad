import type { AuditFacts, Note } from '../kernel/audit.ts';

/** The audit details of one run of a use case, and whether its audit record is written yet. */
export class AuditRecording {
  #facts: AuditFacts = {};
  #isWritten = false;
  readonly #write: (facts: AuditFacts) => Promise<void>;

  constructor(write: (facts: AuditFacts) => Promise<void>) {
    this.#write = write;
  }

  get facts(): AuditFacts {
    return this.#facts;
  }

  /** Adds details; later members replace earlier ones. Details added after the record was written are lost. */
  readonly note: Note = (facts) => {
    this.#facts = { ...this.#facts, ...facts };
  };

  /**
   * Wraps the work of a unit of work, so that the record is written at its end. A unit that is retried after a collision
   * begins with the details from before the unit.
   */
  inside<T>(work: () => Promise<T>): () => Promise<T> {
    const before = this.#facts;
    return async () => {
      this.#facts = before;
      this.#isWritten = false;
      const result = await work();
      await this.finish();
      return result;
    };
  }

  /** Writes the record unless a unit of work has. */
  async finish(): Promise<void> {
    if (this.#isWritten) return;
    await this.#write(this.#facts);
    this.#isWritten = true;
  }
}
