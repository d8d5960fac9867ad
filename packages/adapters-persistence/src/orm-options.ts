import type { AnyEntity, EntityClass, EntitySchema, MigrationObject } from '@mikro-orm/core';
import { Migrator } from '@mikro-orm/migrations';
import type { Options } from '@mikro-orm/postgresql';

/** The entities and the steps of a schema. */
export interface Schema {
  readonly entities: readonly (EntityClass<AnyEntity> | EntitySchema)[];
  readonly migrations: readonly MigrationObject[];
}

/** How the entity manager is opened: quietly, and with our own list of steps. */
export function ormOptions(driverOptions: object, schema: Schema): Options {
  return {
    entities: [...schema.entities],
    // The driver's own options say where the database is.
    dbName: 'postgres',
    driverOptions,
    extensions: [Migrator],
    migrations: {
      migrationsList: [...schema.migrations],
      tableName: 'schema_migrations',
      snapshot: false,
      transactional: true,
      allOrNothing: true,
      disableForeignKeys: false,
      silent: true,
    },
    // Triggers and functions are written by migrations only; entities do not know them.
    schemaGenerator: { ignoreTriggers: true, ignoreRoutines: true },
    discovery: { warnWhenNoEntities: false },
    metadataCache: { enabled: false },
    logger: () => {},
    debug: false,
    ensureDatabase: false,
  };
}
