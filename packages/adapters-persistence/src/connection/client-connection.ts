import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import type { PreparingClient } from './preparing-client.ts';

const changing: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** The driver's result in the form of the query builder. */
export const resultOf = <R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> =>
  changing.has(command) ? { rows: rows ?? [], numAffectedRows: BigInt(rowCount ?? 0) } : { rows: rows ?? [] };

/** A failure whose stack goes on with that of the statement: the driver creates it where it reads the answer. */
export function withCaller(failure: unknown, caller: Error): unknown {
  if (failure instanceof Error) failure.stack += `\n${caller.stack?.split('\n').slice(1).join('\n')}`;
  return failure;
}

/** A client of a pool while one transaction uses it. Statements are sent one after another. */
export class ClientConnection implements DatabaseConnection {
  readonly #client: PreparingClient;
  #running: Promise<unknown> | undefined;
  #isNextLast = false;
  #isCommitted = false;
  #isEnded = false;

  constructor(client: PreparingClient) {
    this.#client = client;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    while (this.#running) await this.settled();
    if (this.#isEnded) throw new TypeError('The unit of work of this statement is already committed or rolled back.');
    try {
      const running = this.#isNextLast
        ? this.#sendLast(sql, parameters)
        : this.#client.query(sql, parameters as unknown[]);
      this.#running = running;
      return resultOf<R>(await running);
    } catch (failure) {
      throw withCaller(failure, new Error());
    } finally {
      this.#running = undefined;
    }
  }

  /** Whether the transaction is committed with a statement. */
  get isCommitted(): boolean {
    return this.#isCommitted;
  }

  /** Commits the transaction with the next statement, and refuses later ones. */
  commitNext(): void {
    this.#isNextLast = true;
  }

  async #sendLast(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    this.#isEnded = true;
    const result = await this.#client.queryLast(text, values);
    this.#isCommitted = true;
    return result;
  }

  /** Resolves when no statement is running. */
  async settled(): Promise<void> {
    await this.#running?.catch(() => {});
  }

  /** Refuses later statements. */
  end(): void {
    this.#isEnded = true;
  }

  streamQuery(): never {
    throw new TypeError('Statements of a unit of work are not streamed.');
  }
}
