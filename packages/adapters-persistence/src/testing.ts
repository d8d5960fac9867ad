/** Exports for the tests of this package only. */
export { type Database, type DatabaseOptions, openWith, templateOf } from './database.ts';
export { DatabaseBusy, DatabaseUnavailable, NothingCommitted } from './database-errors.ts';
export { DataFolderCopied, DataFolderInUse, type DataFolderLock, lockDataFolder } from './embedded/data-folder-lock.ts';
export { EmbeddedDatabaseStopped } from './embedded/database-thread.ts';
export { EmbeddedServer, type EmbeddedServerOptions } from './embedded/embedded-server.ts';
export { LockWaits } from './lock-waits.ts';
export { withMigrationLock } from './migration-lock.ts';
export { migrations } from './migrations/index.ts';
export type { Schema } from './orm-options.ts';
export { CachingReportRunner } from './reading/caching-report-runner.ts';
export { ReportCache } from './reading/report-cache.ts';
export { snapshotId } from './reading/snapshot-id.ts';
export { rows } from './rows/index.ts';
export type { Tables, TablesOf } from './tables.ts';
