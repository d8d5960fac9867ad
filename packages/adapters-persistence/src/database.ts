import { MikroORM } from '@mikro-orm/postgresql';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import { Answering } from './answering.ts';
import { type Connecting, type ConnectionListener, connecting, type DatabaseLocation } from './connecting.ts';
import { withUnavailability } from './database-errors.ts';
import { clearGrownTable } from './embedded/grown-tables.ts';
import { inTime } from './in-time.ts';
import type { LockWaits } from './lock-waits.ts';
import { migrate } from './migrating.ts';
import { ormOptions, type Schema } from './orm-options.ts';
import { ourSchema } from './our-schema.ts';
import type { StatementLimits } from './statement-limits.ts';
import type { Tables } from './tables.ts';
import { MikroUnitOfWork } from './unit-of-work.ts';

/** Where the data is, who hears of what failed when nobody waits for it any more, and who of accounts that may have committed. */
export type DatabaseOptions = DatabaseLocation &
  ConnectionListener & {
    readonly onEffectFailure?: (error: unknown) => void;
    readonly onCommit?: (account: number) => void;
    /** Limits of the statements of requests; none unless given. */
    readonly requestLimits?: StatementLimits;
  };

/** An open database: statements, units of work and the schema, the same on every kind. */
export interface Database<T = Tables> {
  readonly kind: DatabaseOptions['kind'];
  readonly orm: MikroORM;
  readonly unitOfWork: MikroUnitOfWork<T>;
  /** Gives the query builder for one statement: of the surrounding unit of work, else of the pool. Ask for it each time. */
  kysely(): Kysely<T>;
  /** Gives the entity manager of the surrounding unit of work, else a fresh one. */
  session(): SqlEntityManager;
  /** Gives a fresh entity manager that knows nothing of units; inside one it waits for a second connection. */
  forkEntityManager(): SqlEntityManager;
  /**
   * Does a text of one or more statements on a connection of its own, whatever unit of work surrounds it; inside one on the
   * embedded database it waits for what never comes.
   */
  executeSql(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  /** Tells whether the database answers, or the embedded one is busy with work of this process; never fails. */
  answers(): Promise<boolean>;
  /** Knows whether the storage of the database is full. */
  readonly storage: Pick<Connecting['storage'], 'isFull'>;
  /** Brings the schema up to date and gives the names of the steps it took; waits up to 60 s for locks that others hold. */
  migrate(waits?: LockWaits): Promise<readonly string[]>;
  /** Gives the names of the steps that `migrate` would take; changes nothing. */
  pendingMigrations(): Promise<readonly string[]>;
  /** Gives the SQL that would make the schema equal to the entities; empty when it is. */
  schemaDifference(): Promise<string>;
  /**
   * Clears the table of the embedded kinds that has grown most of what is gone, and gives its name; undefined when none has grown
   * much. A server does that by itself.
   */
  clearGrownTable(): Promise<string | undefined>;
  /** Ends all connections and, on the embedded kinds, the database itself; harmless when done already. */
  close(): Promise<void>;
}

/**
 * Opens the database of Backroom; its schema is as it was until `migrate`.
 * @throws DatabaseUnavailable
 * @throws DataFolderInUse
 */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return openWith<Tables>(options, ourSchema);
}

/** Opens a database with another schema than that of Backroom. */
export async function openWith<T>(options: DatabaseOptions, schema: Schema): Promise<Database<T>> {
  const ends: (() => Promise<void>)[] = [];
  try {
    const connection = await connecting(options, (end) => ends.unshift(end));
    const orm = new MikroORM(ormOptions(connection.options, schema));
    ends.unshift(() => inTime(orm.close(true)));
    const pool = orm.em.getKysely<Kysely<T>>() as unknown as Kysely<T>;
    // Now rather than by the way later: inside a unit of work there may be no connection left for it.
    await orm.connect();
    await pool.executeQuery(CompiledQuery.raw('select 1'));
    return new OpenDatabase<T>({ ...connection, options, schema, orm, pool, driver: connection.driver(), ends });
  } catch (error) {
    for (const end of ends) await end().catch(() => {});
    throw withUnavailability(error);
  }
}

const templates = new WeakMap<object, NonNullable<Connecting['server']>>();

/** Gives all data of an embedded database or one in memory, as the `template` of others; no unit of work may be open. */
export async function templateOf<T>(database: Database<T>): Promise<Uint8Array> {
  const server = templates.get(database);
  if (server === undefined) throw new TypeError('Only the embedded database can be copied.');
  return server.dump();
}

interface OpenParts<T> {
  readonly options: DatabaseOptions;
  readonly schema: Schema;
  readonly orm: MikroORM;
  readonly pool: Kysely<T>;
  readonly driver: pg.Pool;
  readonly server: Connecting['server'];
  readonly storage: Connecting['storage'];
  readonly ends: readonly (() => Promise<void>)[];
}

class OpenDatabase<T> implements Database<T> {
  readonly kind: DatabaseOptions['kind'];
  readonly orm: MikroORM;
  readonly unitOfWork: MikroUnitOfWork<T>;
  readonly #parts: OpenParts<T>;
  readonly #answering: Answering<T>;
  readonly storage: Connecting['storage'];
  #closing: Promise<void> | undefined;

  constructor(parts: OpenParts<T>) {
    const { options, orm, pool, server } = parts;
    this.#parts = parts;
    this.#answering = new Answering<T>(parts);
    this.storage = parts.storage;
    this.kind = options.kind;
    this.orm = orm;
    const { onEffectFailure = () => {}, onCommit, requestLimits } = options;
    this.unitOfWork = new MikroUnitOfWork({
      ...{ entityManager: orm.em, pool, onEffectFailure, requestLimits },
      ...(onCommit && { onCommit }),
    });
    if (server !== undefined) templates.set(this, server);
  }

  kysely(): Kysely<T> {
    return this.unitOfWork.kysely();
  }

  session(): SqlEntityManager {
    return this.unitOfWork.session();
  }

  forkEntityManager(): SqlEntityManager {
    return this.orm.em.fork();
  }

  async executeSql(text: string, values: readonly unknown[] = []): Promise<{ rows: unknown[] }> {
    // Not by the pool itself, which gives the client a callback: only promised statements are prepared.
    const client = await this.#parts.driver.connect();
    try {
      return await client.query(text, [...values]);
    } finally {
      // A text with its own transaction that failed leaves it open, and the next statement of the connection would fail.
      if (client.getTransactionStatus() === 'E') await client.query('rollback').catch(() => {});
      client.release();
    }
  }

  answers(): Promise<boolean> {
    return this.#answering.answers();
  }

  async migrate(waits?: LockWaits): Promise<readonly string[]> {
    const { options, schema, pool } = this.#parts;
    return migrate({ location: options, schema, orm: this.orm, pool, ...(waits && { waits }) });
  }

  pendingMigrations(): Promise<readonly string[]> {
    return this.#answering.pendingMigrations();
  }

  async schemaDifference(): Promise<string> {
    return (await this.orm.schema.getUpdateSchemaSQL({ wrap: false })).trim();
  }

  async clearGrownTable(): Promise<string | undefined> {
    return this.kind === 'server' ? undefined : clearGrownTable((text) => this.executeSql(text));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await inTime(this.unitOfWork.settled());
    const failures: unknown[] = [];
    for (const end of this.#parts.ends) await end().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}
