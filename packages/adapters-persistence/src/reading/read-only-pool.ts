import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type PoolOptions, type ServerLocation, serverOptions, tellUnavailability } from '../connecting.ts';
import { noLimits } from '../statement-limits.ts';
import type { Tables } from '../tables.ts';

/** What connections that only read are like. */
export interface ReadingOptions {
  /** The server ends a statement that takes longer; 0 for never. */
  readonly statementMillis?: number;
  /** So long does anyone wait for a connection, where not as long as for those of the database. */
  readonly connectMillis?: number;
  /** The longest wait for an answer, whether the server ends the statement or not; then the connection is closed. 0 is no limit. */
  readonly answerMillis?: number;
  /** Whether connections stay while nobody needs them. */
  readonly isLasting?: boolean;
  /** Hears that a connection was lost while nobody used it. */
  readonly onLost?: () => void;
  /** What other processes say under this name is heard as long as a connection is there. */
  readonly hears?: { readonly channel: string; notice(payload: string): void };
}

/** Connections to a server beside those of the database, on which nothing can be changed; they are made when they are needed. */
export class ReadingPool {
  readonly #pool: pg.Pool;
  readonly #kysely: Kysely<Tables>;
  readonly #clients = new Set<pg.PoolClient>();

  constructor(location: ServerLocation, options: ReadingOptions = {}) {
    const { statementMillis = 0, connectMillis, answerMillis = 0, isLasting = false, onLost, hears } = options;
    const reading = ['default_transaction_read_only=on', `statement_timeout=${statementMillis}`];
    const limits = { ...noLimits, answerMillis };
    const pooled: PoolOptions = {
      ...serverOptions(location, reading),
      ...(connectMillis !== undefined && { connectionTimeoutMillis: connectMillis }),
      limits: () => limits,
      ...(isLasting && { idleTimeoutMillis: 0 }),
    };
    this.#pool = new pg.Pool(pooled);
    tellUnavailability(this.#pool);
    this.#pool.on('connect', (client) => {
      this.#clients.add(client);
      // Whoever waits for an answer hears of it by the answer.
      client.on('error', () => {});
      if (!hears) return;
      client.on('notification', ({ payload = '' }) => hears.notice(payload));
      client.query(`listen ${hears.channel}`).catch(() => {});
    });
    this.#pool.on('remove', (client) => void this.#clients.delete(client));
    this.#pool.on('error', () => onLost?.());
    this.#kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: this.#pool }) });
  }

  /** Gives the query builder for one statement. */
  kysely(): Kysely<Tables> {
    return this.#kysely;
  }

  /** Breaks all connections off: what is asked on them fails at once. Later statements get new ones. */
  cut(): void {
    for (const { connection } of this.#clients) streamOf(connection).destroy();
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** The types of the driver leave out what a connection is made of. */
const streamOf = (connection: pg.Connection): { destroy(): void } =>
  (connection as unknown as { readonly stream: { destroy(): void } }).stream;
