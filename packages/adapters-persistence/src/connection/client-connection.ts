import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';

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
  readonly #client: pg.PoolClient;
  #running: Promise<unknown> | undefined;
  #isEnded = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    while (this.#running) await this.settled();
    if (this.#isEnded) throw new TypeError('The unit of work of this statement is already committed or rolled back.');
    try {
      const running = this.#client.query(sql, parameters as unknown[]);
      this.#running = running;
      return resultOf<R>(await running);
    } catch (failure) {
      throw withCaller(failure, new Error());
    } finally {
      this.#running = undefined;
    }
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
