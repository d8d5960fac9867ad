import type pg from 'pg';
import { type QueryCallback, type RowDescriptions, StatementQuery, type WireConnection } from './statement-query.ts';

/** A statement executed before another one, in the same implicit transaction and round trip. */
export interface Preamble {
  readonly text: string;
  /** Empty for an unnamed statement. */
  readonly name: string;
  /** Whether the statement is already prepared on the backend. */
  readonly isPrepared: boolean;
  /** Called after its execution. */
  onDone(): void;
}

interface LimitedOptions {
  readonly preamble: Preamble;
  readonly known: RowDescriptions | undefined;
}

/**
 * A statement with a preamble. Both are sent before one Sync, so PostgreSQL runs them in one implicit transaction, and settings
 * made by the preamble with `set_config(…, true)` end with it: none remains on a backend that a pooler shares. A preamble that
 * begins a transaction leaves it open, also where the statement fails.
 */
export class LimitedQuery extends StatementQuery {
  readonly #preamble: Preamble;
  readonly #name: string | undefined;
  #isPreambleDone = false;

  constructor(config: pg.QueryConfig, { preamble, known }: LimitedOptions, callback: QueryCallback) {
    super(config, known, callback);
    this.#preamble = preamble;
    this.#name = config.name;
  }

  override prepare(connection: WireConnection): void {
    const { text, name, isPrepared } = this.#preamble;
    if (!isPrepared) connection.parse({ text, name, types: [] });
    connection.bind({ portal: '', statement: name, values: [] });
    connection.execute({ portal: '', rows: 0 });
    super.prepare(connection);
    // The driver attributes every ParseComplete to the name of the active query.
    this.name = undefined;
  }

  override handleDataRow(message: unknown): void {
    if (this.#isPreambleDone) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: WireConnection): void {
    if (this.#isPreambleDone) {
      super.handleCommandComplete(message, connection);
      return;
    }
    this.#isPreambleDone = true;
    this.name = this.#name;
    this.#preamble.onDone();
  }

  override handleError(error: Error, connection: WireConnection): unknown {
    if (this.#name !== undefined && !this.#isPreambleDone) delete connection.submittedNamedStatements[this.#name];
    return super.handleError(error, connection);
  }
}
