import {
  type CompiledQuery,
  DefaultQueryExecutor,
  Kysely,
  type KyselyProps,
  PostgresDialect,
  type QueryExecutor,
  type QueryResult,
  Transaction,
} from 'kysely';
import type pg from 'pg';
import { ClientConnection, resultOf, withCaller } from './client-connection.ts';
import type { PreparingClient } from './preparing-client.ts';
import { TemplateCompiler } from './template-compiler.ts';

type PooledClient = PreparingClient & pg.PoolClient;

/** A connection of a pool. */
function connect(pool: pg.Pool): Promise<PooledClient> {
  if (pool.ending) throw new Error('driver has already been destroyed: the database was closed');
  return pool.connect() as Promise<PooledClient>;
}

/** Sends each statement on a client of the pool, in one asynchronous function in place of five. */
class PoolExecutor extends DefaultQueryExecutor {
  readonly #pool: pg.Pool;

  /** Connections for other purposes, such as streams, come from the executor of the driver. */
  constructor(pool: pg.Pool, driver: QueryExecutor) {
    super(new TemplateCompiler(), driver.adapter, driver);
    this.#pool = pool;
  }

  override async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const client = await connect(this.#pool);
    try {
      return resultOf<R>(await client.query(sql, parameters as unknown[]));
    } catch (failure) {
      throw withCaller(failure, new Error());
    } finally {
      client.release();
    }
  }
}

/** Sends statements on one connection. */
class ConnectionExecutor extends DefaultQueryExecutor {
  readonly #connection: ClientConnection;

  constructor(pooled: PoolExecutor, connection: ClientConnection) {
    super(pooled, pooled.adapter, { provideConnection: (consumer) => consumer(connection) });
    this.#connection = connection;
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#connection.executeQuery(query);
  }
}

/** The query builder on a pool of clients, and its transactions. */
export class PooledKysely<T> {
  /** Each statement commits on its own. */
  readonly kysely: Kysely<T>;
  readonly #pool: pg.Pool;
  readonly #executor: PoolExecutor;
  readonly #props: Omit<KyselyProps, 'executor'>;

  /** `kysely` is the query builder that the driver has made on this pool. */
  constructor(pool: pg.Pool, kysely: Kysely<T>) {
    const dialect = new PostgresDialect({ pool });
    this.#pool = pool;
    this.#props = { config: { dialect }, dialect, driver: dialect.createDriver() };
    this.#executor = new PoolExecutor(pool, kysely.getExecutor());
    this.kysely = new Kysely<T>({ ...this.#props, executor: this.#executor });
  }

  /** Runs work in a transaction; `begin` is the statement that begins it. */
  async transact<R>(
    begin: string,
    work: (transaction: Transaction<T>, connection: ClientConnection) => Promise<R>,
  ): Promise<R> {
    const client = await connect(this.#pool);
    const connection = new ClientConnection(client);
    try {
      await client.query(begin);
      const executor = new ConnectionExecutor(this.#executor, connection);
      return await commit(client, connection, work(new Transaction<T>({ ...this.#props, executor }), connection));
    } finally {
      connection.end();
      client.release();
    }
  }
}

/** Commits after the work, or rolls back and reports the first error: on a lost connection the rollback fails too. */
async function commit<R>(client: PooledClient, connection: ClientConnection, work: Promise<R>): Promise<R> {
  try {
    const result = await work;
    if (!connection.isCommitted) await client.query('commit');
    return result;
  } catch (error) {
    // A running statement would block the rollback, and so would those that wait for their turn.
    connection.end();
    await connection.settled();
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
