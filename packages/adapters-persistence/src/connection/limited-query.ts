import pg from 'pg';

/** Methods of the driver's connection that its types omit. */
export interface WireConnection {
  readonly stream: { destroy(error?: Error): void };
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(statement: { text: string; name: string; types: readonly number[] }): void;
  bind(portal: { portal: string; statement: string; values: readonly unknown[] }): void;
  execute(portal: { portal: string; rows: number }): void;
}

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

/** The driver's query, whose types omit the protocol. */
interface DriverQuery {
  name: string | undefined;
  prepare(connection: WireConnection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: WireConnection): void;
  handleError(error: Error, connection: WireConnection): unknown;
}

type Callback = (error: Error | undefined, result: pg.QueryResult) => void;

const DriverQuery = pg.Query as unknown as new (
  config: pg.QueryConfig & { queryMode: 'extended' },
  values: undefined,
  callback: Callback,
) => DriverQuery;

/**
 * A statement with a preamble. Both are sent before one Sync, so PostgreSQL runs them in one implicit transaction, and settings
 * made by the preamble with `set_config(…, true)` end with it: none remains on a backend that a pooler shares. A preamble that
 * begins a transaction leaves it open, also where the statement fails.
 */
export class LimitedQuery extends DriverQuery {
  readonly #preamble: Preamble;
  readonly #name: string | undefined;
  #isPreambleDone = false;

  constructor(config: pg.QueryConfig, preamble: Preamble, callback: Callback) {
    super({ ...config, queryMode: 'extended' }, undefined, callback);
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
