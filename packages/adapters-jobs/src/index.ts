/** The workers of a process, and the notices between processes. */

export { PostgresJobQueue } from './postgres-job-queue.ts';
export type { NoticeListener, QueueDatabase } from './queue-database.ts';
export type { JobCall, RunJob } from './run-job.ts';
