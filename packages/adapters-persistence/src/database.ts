import { MikroORM } from '@mikro-orm/postgresql';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import { Answering } from './answering.ts';
import type { BackroomDatabase } from './backroom-database.ts';
import { ChangeAnnouncements, type ChangeFollower } from './changes/change-announcements.ts';
import { type Connecting, connecting } from './connection/connecting.ts';
import { inTime } from './connection/in-time.ts';
import { PooledKysely } from './connection/pooled-kysely.ts';
import { withUnavailability } from './database-errors.ts';
import type { DatabaseOptions } from './database-options.ts';
import { clearGrownTable } from './embedded/grown-tables.ts';
import type { LockWaits } from './schema/lock-waits.ts';
import { migrate } from './schema/migrating.ts';
import { type OrmSchema, ormOptions } from './schema/orm-options.ts';
import type { Tables } from './tables.ts';
import { MikroUnitOfWork } from './unit-of-work.ts';

/** An open database with its query builder and entity managers. */
export interface Database<T = Tables> extends BackroomDatabase {
  readonly orm: MikroORM;
  readonly unitOfWork: MikroUnitOfWork<T>;
  /** Maximum number of connections. */
  readonly connections: number;
  /** Returns the query builder of the surrounding unit of work, else of the pool. Call it for each statement. */
  kysely(): Kysely<T>;
  /** Runs work on one snapshot of the data, read-only; other statements of the work have the same snapshot. */
  inSnapshot<R>(work: (snapshot: Kysely<T>) => Promise<R>): Promise<R>;
  /** Returns the entity manager of the surrounding unit of work, else a new one. */
  session(): SqlEntityManager;
  /** Returns a new entity manager outside of any unit; inside a unit it waits for a second connection. */
  forkEntityManager(): SqlEntityManager;
  /** Applies pending migrations and returns their names; waits up to 60 s for locks of other processes. */
  migrate(waits?: LockWaits): Promise<readonly string[]>;
}

/** Opens a database with a custom schema. */
export async function openWith<T>(options: DatabaseOptions, schema: OrmSchema): Promise<Database<T>> {
  const ends: (() => Promise<void>)[] = [];
  try {
    const execute = (text: string, values: readonly unknown[]) => executeOn(connection.driver(), text, values);
    const announcements = new ChangeAnnouncements(options.kind === 'server' ? execute : undefined);
    const onWritten = (topics: Iterable<string>) => announcements.add(topics);
    const connection = await connecting({ ...options, onWritten }, (end) => ends.unshift(end));
    const orm = new MikroORM(ormOptions(connection.options, schema));
    ends.unshift(() => inTime(orm.close(true)));
    const kysely = orm.em.getKysely<Kysely<T>>() as unknown as Kysely<T>;
    // Connects eagerly: inside a unit of work there may be no free connection.
    await orm.connect();
    await kysely.executeQuery(CompiledQuery.raw('select 1'));
    const driver = connection.driver();
    const pool = new PooledKysely<T>(driver, kysely);
    return new OpenDatabase<T>({ ...connection, options, schema, orm, pool, driver, announcements, ends });
  } catch (error) {
    for (const end of ends) await end().catch(() => {});
    throw withUnavailability(error);
  }
}

const templates = new WeakMap<object, NonNullable<Connecting['server']>>();

/** Dumps all data of an embedded or in-memory database as `template` for others; no unit of work may be open. */
export async function templateOf<T>(database: Database<T>): Promise<Uint8Array> {
  const server = templates.get(database);
  if (server === undefined) throw new TypeError('Only the embedded database can be copied.');
  return server.dump();
}

interface OpenParts<T> {
  readonly options: DatabaseOptions;
  readonly schema: OrmSchema;
  readonly orm: MikroORM;
  readonly pool: PooledKysely<T>;
  readonly driver: pg.Pool;
  readonly announcements: ChangeAnnouncements;
  readonly server: Connecting['server'];
  readonly storage: Connecting['storage'];
  readonly ends: readonly (() => Promise<void>)[];
}

class OpenDatabase<T> implements Database<T> {
  readonly kind: DatabaseOptions['kind'];
  readonly orm: MikroORM;
  readonly unitOfWork: MikroUnitOfWork<T>;
  readonly connections: number;
  readonly #parts: OpenParts<T>;
  readonly #answering: Answering<T>;
  readonly storage: Connecting['storage'];
  #closing: Promise<void> | undefined;

  constructor(parts: OpenParts<T>) {
    const { options, orm, pool, server } = parts;
    this.#parts = parts;
    this.#answering = new Answering<T>({ ...parts, pool: parts.pool.kysely });
    this.storage = parts.storage;
    this.kind = options.kind;
    this.orm = orm;
    this.connections = parts.driver.options.max;
    const { onEffectFailure = () => {}, onCommit, requestLimits } = options;
    this.unitOfWork = new MikroUnitOfWork({
      entityManager: orm.em,
      pool,
      onEffectFailure,
      requestLimits,
      ...(onCommit && { onCommit }),
    });
    if (server !== undefined) templates.set(this, server);
  }

  kysely(): Kysely<T> {
    return this.unitOfWork.kysely();
  }

  inSnapshot<R>(work: (snapshot: Kysely<T>) => Promise<R>): Promise<R> {
    return this.unitOfWork.read(() => work(this.kysely()));
  }

  session(): SqlEntityManager {
    return this.unitOfWork.session();
  }

  forkEntityManager(): SqlEntityManager {
    return this.orm.em.fork();
  }

  executeSql(text: string, values: readonly unknown[] = []): Promise<{ rows: unknown[] }> {
    return executeOn(this.#parts.driver, text, values);
  }

  answers(): Promise<boolean> {
    return this.#answering.answers();
  }

  async migrate(waits?: LockWaits): Promise<readonly string[]> {
    const { options, schema, pool } = this.#parts;
    return migrate({ location: options, schema, orm: this.orm, pool: pool.kysely, ...(waits && { waits }) });
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

  announceChanges(follower: ChangeFollower): void {
    this.#parts.announcements.begin(follower);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await inTime(this.unitOfWork.settled());
    await inTime(this.#parts.announcements.close());
    const failures: unknown[] = [];
    for (const end of this.#parts.ends) await end().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}

async function executeOn(driver: pg.Pool, text: string, values: readonly unknown[]): Promise<{ rows: unknown[] }> {
  // `pool.query` passes a callback to the client: only statements with promises are prepared.
  const client = await driver.connect();
  try {
    return await client.query(text, [...values]);
  } catch (error) {
    // A failed text with a transaction of its own leaves it open, and the next statement of the connection would fail.
    // The driver rejects before the server reports the state of the transaction, so it cannot be asked.
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
