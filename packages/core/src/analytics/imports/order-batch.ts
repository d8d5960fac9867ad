import { type JobKind, type JobOf, type JobStep, submitJob } from '../../jobs/index.ts';
import type { FactImportPorts, WalkPlace } from '../import-ports.ts';
import { makeAndRemember } from './make-facts.ts';
import { PAST_IMPORT_KEY, pastImport } from './past-import.ts';

/** Input of the recurring batch. */
export type OrderBatchInput = { readonly recurs: true };
type OrderBatchJob = JobOf<OrderBatchInput, null>;

/** Milliseconds between two batches. */
export const BATCH_EVERY = 12 * 3_600_000;
/** How far back the first batch looks without a cursor (ms). */
const FIRST_LOOK = 24 * 3_600_000;
/** Maximum orders and refunds per batch. */
const MANY = 100;
/** Job key: one batch at a time. */
export const ORDER_BATCH_KEY = 'all';

/** Ports for scheduling batches. */
export type BatchPorts = Pick<FactImportPorts, 'importLog' | 'jobs' | 'jobQueue' | 'unitOfWork' | 'clock' | 'ids'>;

/**
 * Every twelve hours, recomputes records changed since the cursor and writes missing or wrong facts. A full batch is
 * followed by another at once. Switching to immediate mode runs one last batch.
 */
export const orderBatch: JobKind<FactImportPorts, OrderBatchInput, null> = {
  name: 'facts_batch',
  priority: -5,
  attempts: 8,
  backoff: 5,
  inUnit: false,
  step: (ports) => (job) => doBatch(ports, job),
  ended: (ports) => () =>
    ports.unitOfWork.run(async () => {
      // Waits for a concurrent change of the mode.
      const { scheduledImport } = await ports.shopSettings.hold();
      if (scheduledImport) await scheduleBatch(ports, later(ports, BATCH_EVERY));
    }),
};

async function doBatch(ports: FactImportPorts, job: OrderBatchJob): Promise<JobStep<null>> {
  const { importLog, importSource, jobs } = ports;
  const step = (more: { readonly done: number; readonly isFinished: boolean }) => ({ place: null, ...more });
  const past = await jobs.live(pastImport.name, PAST_IMPORT_KEY);
  if (past) return step({ done: job.done, isFinished: true });
  const now: WalkPlace = { at: ports.clock.now().toISOString(), id: 0 };
  const cursor = (await importLog.cursor()) ?? { at: later(ports, -FIRST_LOOK).toISOString(), id: 0 };
  const { orders, last } = await importSource.changedSince(cursor, MANY);
  // Never cancelled: facts written by a batch are correct in any case.
  await makeAndRemember(
    ports,
    orders.map(({ id }) => id),
    async () => true,
  );
  await importLog.keepCursor(last ?? now);
  const records = orders.reduce((sum, each) => sum + each.records, 0);
  return step({ done: job.done + records, isFinished: records < MANY });
}

const later = ({ clock }: Pick<FactImportPorts, 'clock'>, milliseconds: number): Date =>
  new Date(clock.now().getTime() + milliseconds);

/** Submits a batch in the surrounding unit of work; a waiting batch keeps its time. */
export async function scheduleBatch(ports: BatchPorts, notBefore?: Date): Promise<void> {
  await submitJob(ports, {
    kind: orderBatch,
    key: ORDER_BATCH_KEY,
    input: { recurs: true },
    userId: null,
    ...(notBefore && { notBefore }),
  });
}

/** Starts the recurring batch now, in the surrounding unit of work. */
export async function batchNow(ports: BatchPorts): Promise<void> {
  const { jobs, jobQueue, unitOfWork } = ports;
  const waiting = await jobs.live(orderBatch.name, ORDER_BATCH_KEY);
  const job = waiting && (await jobs.change({ id: waiting.id, states: ['waiting'] }, { notBefore: null }));
  if (job) unitOfWork.afterCommit(() => jobQueue.send(job));
  else if (!waiting) await scheduleBatch(ports);
}

/** Overlap before the first cursor when batches are switched on (ms). */
const OVERLAP = 60_000;

/** Starts or ends the recurring batches, in the unit of work that saves the mode. */
export async function followMode(ports: BatchPorts, isScheduled: boolean): Promise<void> {
  if (!isScheduled) return batchNow(ports);
  await ports.importLog.keepCursor({ at: later(ports, -OVERLAP).toISOString(), id: 0 });
  await scheduleBatch(ports, later(ports, BATCH_EVERY));
}
