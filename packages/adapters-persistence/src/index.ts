/** Persistence adapter for PostgreSQL, embedded or on a server: one implementation for each store of the core. */
export type { BackroomDatabase } from './backroom-database.ts';
export type { ChangeFollower } from './changes/change-announcements.ts';
export { CHANGES_CHANNEL } from './changes/topics-of-tables.ts';
export {
  listenForNotices,
  type NoticeConnection,
  type NoticeLimits,
  type NoticeSubscription,
} from './connection/listen-for-notices.ts';
export { DatabaseBusy, DatabaseUnavailable } from './database-errors.ts';
export type { DatabaseOptions } from './database-options.ts';
export { DataFolderCopied, DataFolderInUse, demandOriginalFolder } from './embedded/data-folder-lock.ts';
export { MikroRateLimiter } from './limits/mikro-rate-limiter.ts';
export { openDatabase } from './open-database.ts';
export { type MonotonicClock, RecentWrites } from './reading/recent-writes.ts';
export type { ReplicaState, ReplicaWatch, ReportCounts } from './reading/replica-state.ts';
export { openReportReading, type ReportReading, type ReportReadingOptions } from './reading/report-reading.ts';
export { withMigrationLock } from './schema/migration-lock.ts';
export { storesOf } from './stores-of.ts';
