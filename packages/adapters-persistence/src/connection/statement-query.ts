import pg from 'pg';
import { type AdjacentMessages, alone, executionOf, type WireParameter } from './execution-message.ts';

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
  _send(messages: Buffer): void;
}

interface WirePortal {
  readonly portal: string;
  readonly statement: string | undefined;
  readonly values: readonly unknown[];
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
  readonly values: readonly unknown[] | undefined;
  readonly _result: DriverResult;
  _accumulateRows: unknown;
  requiresPreparation(): boolean;
  hasBeenParsed(connection: WireConnection): unknown;
  prepare(connection: WireConnection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: WireConnection): void;
  handleError(error: Error, connection: WireConnection): unknown;
}

type QueryCallback = (error: Error | undefined, result: pg.QueryResult) => void;

const DriverQuery = pg.Query as unknown as new (
  config: pg.QueryConfig,
  values: undefined,
  callback: QueryCallback,
) => DriverQuery;

const { prepareValue } = (pg as unknown as { readonly utils: { prepareValue(value: unknown): WireParameter } }).utils;

/** Descriptions of the rows of the statements that are prepared on one backend, by name. */
export type RowDescriptions = Map<string, Readonly<DriverResult>>;

/**
 * A statement whose rows are described once: PostgreSQL refuses to execute a prepared statement whose result type has changed, so
 * that later executions neither ask for the description nor parse it.
 */
export class StatementQuery extends DriverQuery {
  /** What is sent with the statement, before one Sync. */
  protected readonly adjacent: AdjacentMessages = alone;
  readonly result: Promise<pg.QueryResult>;
  readonly #known: RowDescriptions | undefined;
  readonly #statement: string | undefined;

  /** Without `known`, or a name, every execution asks for the description. */
  constructor(config: pg.QueryConfig, known: RowDescriptions | undefined) {
    let settle: QueryCallback = () => {};
    const result = new Promise<pg.QueryResult>((resolve, reject) => {
      settle = (error, answer) => (error ? reject(error) : resolve(answer));
    });
    super(config, undefined, settle);
    this.result = result;
    this.#known = known;
    this.#statement = config.name;
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: WireConnection): void {
    const name = this.#statement;
    const isParsed = name !== undefined && Boolean(this.hasBeenParsed(connection));
    const described = isParsed ? this.#known?.get(name) : undefined;
    let parameters: WireParameter[];
    try {
      parameters = this.values?.map(prepareValue) ?? [];
    } catch (unusable) {
      // A transaction that was to begin with the statement is begun nevertheless.
      connection._send(this.adjacent.before);
      this.handleError(unusable as Error, connection);
      connection.sync();
      return;
    }
    if (described && name !== undefined) {
      const { _result } = this;
      _result.fields = described.fields;
      _result._parsers = described._parsers;
      _result._prebuiltEmptyResultObject = described._prebuiltEmptyResultObject;
      this._accumulateRows = true;
      connection._send(executionOf(name, parameters, this.adjacent));
    } else this.#sendWhole(connection, { parameters, isParsed });
  }

  #sendWhole(
    connection: WireConnection,
    { parameters, isParsed }: { readonly parameters: readonly WireParameter[]; readonly isParsed: boolean },
  ): void {
    const { text } = this;
    const name = this.#statement;
    connection._send(this.adjacent.before);
    if (!isParsed) connection.parse({ text, name, types: [] });
    if (!isParsed && name !== undefined) connection.submittedNamedStatements[name] = text;
    connection.bind({ portal: '', statement: name, values: parameters });
    connection.describe({ type: 'P', name: '' });
    connection.execute({ portal: '', rows: 0 });
    connection._send(this.adjacent.after);
    connection.sync();
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    if (this.#statement !== undefined)
      this.#known?.set(this.#statement, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}
