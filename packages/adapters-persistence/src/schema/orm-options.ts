import type { AnyEntity, EntityClass, EntitySchema, MigrationObject } from '@mikro-orm/core';
import { Migrator } from '@mikro-orm/migrations';
import type { Options } from '@mikro-orm/postgresql';

/** Entities and migrations of a schema. */
export interface OrmSchema {
  readonly entities: readonly (EntityClass<AnyEntity> | EntitySchema)[];
  readonly migrations: readonly MigrationObject[];
}

/** Options of the entity manager: without logging, and with an explicit list of migrations. */
export function ormOptions(driverOptions: object, schema: OrmSchema): Options {
  return {
    entities: [...schema.entities],
    // The location comes from the driver options.
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
    // Triggers and functions are created by migrations only; entities do not declare them.
    schemaGenerator: { ignoreTriggers: true, ignoreRoutines: true },
    discovery: { warnWhenNoEntities: false },
    metadataCache: { enabled: false },
    logger: () => {},
    debug: false,
    ensureDatabase: false,
  };
}
