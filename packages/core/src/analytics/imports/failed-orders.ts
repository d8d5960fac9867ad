import type { JobKind } from '../../jobs/index.ts';
import type { FactImportPorts } from '../import-ports.ts';
import { makeAndRemember } from './make-facts.ts';

/** The orders are remembered beside the failures. */
export type FailedOrdersInput = { readonly orders: number };

/** So many are tried in one step. */
const MANY = 100;

/** Makes the facts of orders that had failed; those that fail again stay on the list. */
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
