import type { JobKind } from '../../jobs/index.ts';
import type { FactImportPorts } from '../import-ports.ts';
import { makeAndRemember } from './make-facts.ts';

/** The number of orders; the ids are stored with the failures. */
export type FailedOrdersInput = { readonly orders: number };

/** Orders per step. */
const MANY = 100;

/** Retries the facts of failed orders; repeated failures stay stored. */
export const failedOrders: JobKind<FactImportPorts, FailedOrdersInput, null> = {
  name: 'facts_retry',
  priority: 0,
  attempts: 8,
  backoff: 2,
  inUnit: false,
  step: (ports) => async (job) => {
    const ids = await ports.importLog.failedFor(job.id, MANY);
    await makeAndRemember(ports, ids, async () => true);
    return { place: null, done: job.done + ids.length, total: job.input.orders, isFinished: ids.length < MANY };
  },
};
