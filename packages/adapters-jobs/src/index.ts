/** The job queue on pg-boss, in the database of the application. */

export { PgBossJobQueue } from './pg-boss-job-queue.ts';
export type { NoticeListener, QueueDatabase } from './queue-database.ts';
export type { RunJob } from './run-job.ts';
