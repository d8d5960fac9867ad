import pg from 'pg';

/** Methods of the driver's connection that its types omit. */
export interface WireConnection {
  readonly stream: { destroy(error?: Error): void };
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(statement: { text: string; name: string | undefined; types: readonly number[] }): void;
  bind(portal: WirePortal): void;
  describe(portal: { type: 'P'; name: string }): void;
  execute(portal: { portal: string; rows: number }): void;
  sync(): void;
}

interface WirePortal {
  readonly portal: string;
  readonly statement: string | undefined;
  readonly values: readonly unknown[];
  readonly valueMapper?: (value: unknown) => unknown;
}

/** Members of the driver's result that follow from the description of its rows. */
interface DriverResult {
  fields: readonly unknown[];
  _parsers: readonly unknown[] | undefined;
  _prebuiltEmptyResultObject: object | null;
}

/** The driver's query, whose types omit the protocol. */
interface DriverQuery {
  name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly _result: DriverResult;
  _accumulateRows: unknown;
  hasBeenParsed(connection: WireConnection): unknown;
  prepare(connection: WireConnection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: WireConnection): void;
  handleError(error: Error, connection: WireConnection): unknown;
}

export type QueryCallback = (error: Error | undefined, result: pg.QueryResult) => void;

const DriverQuery = pg.Query as unknown as new (
  config: pg.QueryConfig & { queryMode: 'extended' },
  values: undefined,
  callback: QueryCallback,
) => DriverQuery;

const { prepareValue } = (pg as unknown as { readonly utils: { prepareValue(value: unknown): unknown } }).utils;

/** Descriptions of the rows of the statements that are prepared on one backend, by name. */
export type RowDescriptions = Map<string, Readonly<DriverResult>>;

/**
 * A statement whose rows are described once: PostgreSQL refuses to execute a prepared statement whose result type has changed, so
 * that later executions neither ask for the description nor parse it.
 */
export class StatementQuery extends DriverQuery {
  readonly #known: RowDescriptions | undefined;
  readonly #statement: string | undefined;

  /** Without `known`, or a name, every execution asks for the description. */
  constructor(config: pg.QueryConfig, known: RowDescriptions | undefined, callback: QueryCallback) {
    super({ ...config, queryMode: 'extended' }, undefined, callback);
    this.#known = known;
    this.#statement = config.name;
  }

  override prepare(connection: WireConnection): void {
    const name = this.#statement;
    const isParsed = name !== undefined && this.hasBeenParsed(connection);
    const described = isParsed ? this.#known?.get(name) : undefined;
    if (described) {
      Object.assign(this._result, described);
      this._accumulateRows = true;
    } else if (!isParsed) this.#parse(connection);
    try {
      connection.bind({ portal: '', statement: name, values: this.values, valueMapper: prepareValue });
      if (!described) connection.describe({ type: 'P', name: '' });
      connection.execute({ portal: '', rows: 0 });
      this.follow(connection);
    } catch (unusable) {
      // A value that cannot be sent.
      this.handleError(unusable as Error, connection);
    }
    connection.sync();
  }

  /** Sends what is executed after the statement, before the Sync of both. */
  protected follow(_connection: WireConnection): void {}

  #parse(connection: WireConnection): void {
    const { text } = this;
    connection.parse({ text, name: this.#statement, types: [] });
    if (this.#statement !== undefined) connection.submittedNamedStatements[this.#statement] = text;
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    if (this.#statement !== undefined)
      this.#known?.set(this.#statement, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}
