import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import type { EmbeddedServer } from './embedded/embedded-server.ts';
import { pendingSteps } from './schema/migrating.ts';
import type { OrmSchema } from './schema/orm-options.ts';

const ping = CompiledQuery.raw('select 1');

/** Dependencies of the readiness check. */
export interface AnsweringParts<T> {
  readonly schema: OrmSchema;
  readonly pool: Kysely<T>;
  readonly driver: pg.Pool;
  /** Undefined for a database server. */
  readonly server: EmbeddedServer | undefined;
}

/**
 * Whether the database responds and has the schema of this version. The one connection of the embedded database can be in use for
 * minutes, by an import for instance: that is work of this process, so the database counts as responding while its thread runs.
 */
export class Answering<T> {
  readonly #parts: AnsweringParts<T>;
  #isCurrent = false;

  constructor(parts: AnsweringParts<T>) {
    this.#parts = parts;
  }

  /** Never rejects. */
  async answers(): Promise<boolean> {
    const { pool, server } = this.#parts;
    if (server !== undefined && this.#isBusy()) return server.isRunning;
    return pool.executeQuery(ping).then(
      () => true,
      () => false,
    );
  }

  /** Names of pending migrations. Only this process changes an embedded database, so an empty result is cached. */
  async pendingMigrations(): Promise<readonly string[]> {
    if (this.#isCurrent) return [];
    const pending = await pendingSteps(this.#parts.pool, this.#parts.schema.migrations);
    this.#isCurrent = pending.length === 0 && this.#parts.server !== undefined;
    return pending;
  }

  #isBusy(): boolean {
    const { driver } = this.#parts;
    return driver.totalCount > 0 && driver.idleCount === 0;
  }
}
