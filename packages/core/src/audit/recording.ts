import type { AuditDetails, AuditNote } from '../kernel/audit.ts';

const noDetails: AuditDetails = {};

/** The audit details of one run of a use case, and whether its audit record is written yet. */
export class AuditRecording {
  #details: AuditDetails = noDetails;
  #isWritten = false;
  readonly #write: ((details: AuditDetails) => Promise<void>) | undefined;

  /** Without `write`, the use case has no audit record. */
  constructor(write: ((details: AuditDetails) => Promise<void>) | undefined) {
    this.#write = write;
  }

  get details(): AuditDetails {
    return this.#details;
  }

  /** Adds details; later members replace earlier ones. Details added after the record was written are lost. */
  get note(): AuditNote {
    return (details) => {
      this.#details = { ...this.#details, ...details };
    };
  }

  /**
   * Wraps the work of a unit of work, so that the record is written at its end. A unit that is retried after a collision
   * begins with the details from before the unit.
   */
  inside<T>(work: () => Promise<T>): () => Promise<T> {
    const before = this.#details;
    return async () => {
      this.#details = before;
      this.#isWritten = false;
      const result = await work();
      if (this.isDue) await this.finish();
      return result;
    };
  }

  /** Whether there is a record that no unit of work has written. */
  get isDue(): boolean {
    return this.#write !== undefined && !this.#isWritten;
  }

  /** Writes the record if it is due. */
  async finish(): Promise<void> {
    if (!this.isDue) return;
    await this.#write?.(this.#details);
    this.#isWritten = true;
  }
}
