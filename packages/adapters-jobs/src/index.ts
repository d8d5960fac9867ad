/** Long work delivered to workers: the queue on an existing engine over the same PostgreSQL, which many processes share. */
export type { DoJob } from './dispatcher.ts';
export { PgBossJobQueue } from './pg-boss-job-queue.ts';
export type { Ear, QueuePlace } from './queue-place.ts';
