import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { convertUnavailability, type PoolOptions, serverOptions } from '../connection/connecting.ts';
import { noLimits } from '../connection/statement-limits.ts';
import type { ServerLocation } from '../database-options.ts';
import type { Tables } from '../tables.ts';

/** Options of a pool of read-only connections. */
export interface ReadOnlyPoolOptions {
  /** Server-side statement timeout; 0 for none. */
  readonly statementMillis?: number;
  /** Connection timeout; by default that of the database. */
  readonly connectMillis?: number;
  /** Client-side timeout of a response, after which the connection is closed; 0 for none. */
  readonly answerMillis?: number;
  /** Closes connections that are idle for longer, but for those that are kept; a minute by default. */
  readonly idleMillis?: number;
  /** Number of connections that are kept open while they are idle; one by default. */
  readonly kept?: number;
  /** Called when an idle connection is lost. */
  readonly onLost?: () => void;
  /** Channel of notifications; each connection listens while it is open. */
  readonly listen?: { readonly channel: string; onNotice(payload: string): void };
}

/**
 * Pool of read-only connections, apart from the pool of the database; connections are opened on demand. Some stay open while they
 * are idle: on a new one the first statement of a report is planned from an empty cache of the catalogue, which takes longer than it
 * runs.
 */
export class ReadOnlyPool {
  readonly #pool: pg.Pool;
  readonly #kysely: Kysely<Tables>;
  readonly #clients = new Set<pg.PoolClient>();

  constructor(location: ServerLocation, options: ReadOnlyPoolOptions = {}) {
    const { statementMillis = 0, connectMillis, answerMillis = 0, idleMillis, kept = 1, onLost, listen } = options;
    const reading = ['default_transaction_read_only=on', `statement_timeout=${statementMillis}`];
    const limits = { ...noLimits, answerMillis };
    const pooled: PoolOptions = {
      ...serverOptions(location, reading),
      ...(connectMillis !== undefined && { connectionTimeoutMillis: connectMillis }),
      limits: () => limits,
      min: kept,
      ...(idleMillis !== undefined && { idleTimeoutMillis: idleMillis }),
    };
    this.#pool = new pg.Pool(pooled);
    convertUnavailability(this.#pool);
    this.#pool.on('connect', (client) => {
      this.#clients.add(client);
      // The pending query rejects with the same error.
      client.on('error', () => {});
      if (!listen) return;
      client.on('notification', ({ payload = '' }) => listen.onNotice(payload));
      client.query(`listen ${listen.channel}`).catch(() => {});
    });
    this.#pool.on('remove', (client) => void this.#clients.delete(client));
    this.#pool.on('error', () => onLost?.());
    this.#kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: this.#pool }) });
  }

  /** The query builder; each statement may use another connection. */
  kysely(): Kysely<Tables> {
    return this.#kysely;
  }

  /** Runs work on one snapshot, in one read-only transaction on one connection. */
  inSnapshot<T>(work: (snapshot: Kysely<Tables>) => Promise<T>): Promise<T> {
    const transaction = this.#kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    return transaction.execute(work);
  }

  /** Destroys all connections: pending statements fail at once, later ones open new connections. */
  destroyConnections(): void {
    for (const { connection } of this.#clients) streamOf(connection).destroy();
  }

  /** Closes all connections once their statements have ended. */
  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** The types of the driver omit the stream. */
const streamOf = (connection: pg.Connection): { destroy(): void } =>
  (connection as unknown as { readonly stream: { destroy(): void } }).stream;
