import { type JobKind, type JobOf, type JobStep, submitJob } from '../../jobs/index.ts';
import type { FactImportPorts, WalkPlace } from '../import-ports.ts';
import { makeAndRemember } from './make-facts.ts';
import { PAST_IMPORT_KEY, pastImport } from './past-import.ts';

/** A recurring batch knows nothing but its time. */
export type OrderBatchInput = { readonly recurs: true };
type OrderBatchJob = JobOf<OrderBatchInput, null>;

/** Milliseconds between two batches. */
export const BATCH_EVERY = 12 * 3_600_000;
/** So far back the first batch looks that finds no cursor. */
const FIRST_LOOK = 24 * 3_600_000;
/** Orders and refunds of one batch. */
const MANY = 100;
/** There is one at a time. */
export const ORDER_BATCH_KEY = 'all';

/** What it takes to ask for batches. */
export type BatchPorts = Pick<FactImportPorts, 'importLog' | 'jobs' | 'jobQueue' | 'unitOfWork' | 'clock' | 'ids'>;

/**
 * Looks every twelve hours at what was changed since the last time, and makes facts that are missing or wrong. A full batch is
 * followed by another at once. Whoever switches the mode to immediate gets one more, and then no other.
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
      // Whoever is changing the mode at this moment is waited for.
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
  // What a batch writes is right whoever asked for it.
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

/** Asks for a batch, inside the surrounding unit of work; one that waits already keeps its time. */
export async function scheduleBatch(ports: BatchPorts, notBefore?: Date): Promise<void> {
  await submitJob(ports, {
    kind: orderBatch,
    key: ORDER_BATCH_KEY,
    input: { recurs: true },
    userId: null,
    ...(notBefore && { notBefore }),
  });
}

/** Lets the recurring batch begin now, inside the surrounding unit of work. */
export async function batchNow(ports: BatchPorts): Promise<void> {
  const { jobs, jobQueue, unitOfWork } = ports;
  const waiting = await jobs.live(orderBatch.name, ORDER_BATCH_KEY);
  const job = waiting && (await jobs.change({ id: waiting.id, states: ['waiting'] }, { notBefore: null }));
  if (job) unitOfWork.afterCommit(() => jobQueue.send(job));
  else if (!waiting) await scheduleBatch(ports);
}

/** So far back it is looked when batches begin. */
const OVERLAP = 60_000;

/** Begins or ends the recurring batches, inside the unit of work that saves the mode. */
export async function followMode(ports: BatchPorts, isScheduled: boolean): Promise<void> {
  if (!isScheduled) return batchNow(ports);
  await ports.importLog.keepCursor({ at: later(ports, -OVERLAP).toISOString(), id: 0 });
  await scheduleBatch(ports, later(ports, BATCH_EVERY));
}
