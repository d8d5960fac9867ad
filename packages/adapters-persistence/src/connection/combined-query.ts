import type pg from 'pg';
import { type AdjacentMessages, alone } from './execution-message.ts';
import { type RowDescriptions, StatementQuery, type WireConnection } from './statement-query.ts';

/** A statement executed before another one. */
export interface Preamble {
  readonly messages: Buffer;
  /** Called after its execution. */
  onDone(): void;
}

interface Combination {
  readonly preamble: Preamble | undefined;
  /** Messages of the statements executed after it, which have no parameters and no rows. */
  readonly following: Buffer | undefined;
  readonly known: RowDescriptions | undefined;
}

const combinable = /^\s*(select|insert|update|delete|with|values)\b/i;

/** Whether a text is one statement that can be sent with others. */
export const isCombinable = (text: string, values: readonly unknown[]): boolean =>
  combinable.test(text) && (values.length > 0 || !text.includes(';'));

/**
 * A statement with others before and after it. All are sent before one Sync: PostgreSQL skips those after a failure.
 *
 * Outside of a transaction they are one implicit transaction, and settings made by the preamble with `set_config(…, true)` end with
 * it: none remains on a backend that a pooler shares. A preamble that begins a transaction leaves it open, also where the
 * statement fails.
 */
export class CombinedQuery extends StatementQuery {
  readonly #preamble: Preamble | undefined;
  protected override readonly adjacent: AdjacentMessages;
  readonly #name: string | undefined;
  #isPreambleDone: boolean;
  #isDone = false;

  constructor(config: pg.QueryConfig, { preamble, following, known }: Combination) {
    super(config, known);
    this.#preamble = preamble;
    this.adjacent = { before: preamble?.messages ?? alone.before, after: following ?? alone.after };
    this.#name = config.name;
    this.#isPreambleDone = preamble === undefined;
  }

  override prepare(connection: WireConnection): void {
    super.prepare(connection);
    // The driver attributes every ParseComplete to the name of the active query.
    if (this.#preamble) this.name = undefined;
  }

  override handleDataRow(message: unknown): void {
    if (this.#isPreambleDone) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: WireConnection): void {
    if (!this.#isPreambleDone) {
      this.#isPreambleDone = true;
      this.name = this.#name;
      this.#preamble?.onDone();
    } else if (!this.#isDone) {
      this.#isDone = true;
      super.handleCommandComplete(message, connection);
    }
  }

  override handleError(error: Error, connection: WireConnection): unknown {
    if (this.#name !== undefined && !this.#isPreambleDone) delete connection.submittedNamedStatements[this.#name];
    return super.handleError(error, connection);
  }
}
