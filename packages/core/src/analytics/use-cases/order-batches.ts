import { isLive, type Job, submitJob } from '../../jobs/index.ts';
import { useCase } from '../../kernel/use-case.ts';
import { zoneNamed } from '../../kernel/zone.ts';
import { importInProgress, importIsImmediate } from '../errors.ts';
import type { FactImportPorts, FailedCounts, FailedOrder } from '../import-ports.ts';
import { failedOrders } from '../imports/failed-orders.ts';
import { batchNow, ORDER_BATCH_KEY, orderBatch } from '../imports/order-batch.ts';

/** Whether batches run by themselves, how far they are, and which orders failed. */
export interface OrderBatchStatus extends FailedCounts {
  readonly mode: 'scheduled' | 'immediate';
  /** On the clock of the shop; null where no batch was begun, or none runs by itself. */
  readonly lastProcessed: string | null;
  readonly nextScheduled: string | null;
  readonly isInProgressOrDue: boolean | null;
}

/** What became of the orders that had failed. */
export interface RetriedOrders {
  readonly retried: number;
  /** They are no longer there. */
  readonly pruned: number;
  readonly alreadyScheduled: number;
}

/** A batch that begins so soon is as good as begun. */
const SOON = 60_000;

const liveBatch = ({ jobs }: FactImportPorts): Promise<Job | undefined> => jobs.live(orderBatch.name, ORDER_BATCH_KEY);

const isDue = ({ clock }: FactImportPorts, { state, notBefore }: Job): boolean =>
  state === 'running' || (notBefore?.getTime() ?? 0) <= clock.now().getTime() + SOON;

/** Tells whether facts are repaired by batches, how far these are, and how many orders failed. */
export const readOrderBatches = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: FactImportPorts) =>
    async (_, __: object): Promise<OrderBatchStatus> => {
      const { scheduledImport, timeZone } = await ports.shopSettings.read();
      const failed = await ports.importLog.countFailed();
      const none = { lastProcessed: null, nextScheduled: null, isInProgressOrDue: null };
      if (!scheduledImport) return { mode: 'immediate', ...none, ...failed };
      const { toLocal } = zoneNamed(timeZone);
      const [cursor, job] = [await ports.importLog.cursor(), await liveBatch(ports)];
      return {
        mode: 'scheduled',
        lastProcessed: cursor ? toLocal(new Date(cursor.at)) : null,
        nextScheduled: job ? toLocal(job.notBefore ?? job.createdAt) : null,
        isInProgressOrDue: job !== undefined && isDue(ports, job),
        ...failed,
      };
    },
);

/**
 * Lets the recurring batch begin now.
 * @throws DomainError `shop_rest_analytics_import_immediate_mode`, `shop_rest_analytics_import_in_progress`
 */
export const triggerOrderBatch = useCase(
  { access: 'manage_store', effect: 'write', audit: 'analytics.batch' },
  (ports: FactImportPorts) =>
    async (_, __: object, { note }): Promise<void> => {
      note({ target: { type: 'analytics', id: 'batch' } });
      // Held, so that of two at once one is told that it is due.
      const { scheduledImport } = await ports.shopSettings.hold();
      if (!scheduledImport) throw importIsImmediate();
      const job = await liveBatch(ports);
      if (job && isDue(ports, job)) throw importInProgress();
      await batchNow(ports);
    },
);

/** Has the facts of all orders made again that had failed; those that are gone are forgotten. */
export const retryFailedOrders = useCase(
  { access: 'manage_store', effect: 'write', audit: 'analytics.retry' },
  (ports: FactImportPorts) =>
    async (actor, _: object, { note }): Promise<RetriedOrders> => {
      const { importLog, orders, shopSettings } = ports;
      // Two at once do not hand out the same orders.
      await shopSettings.hold();
      const known = await importLog.failed();
      const there = await orders.taken(known.map(({ orderId }) => orderId));
      const gone = known.filter(({ orderId }) => there.get(orderId) !== 'order').map(({ orderId }) => orderId);
      const left = known.filter(({ orderId }) => there.get(orderId) === 'order');
      const live = await liveRetries(ports, left);
      const free = left.filter(({ retriedBy }) => retriedBy === null || !live.has(retriedBy));
      const ids = free.map(({ orderId }) => orderId);
      if (gone.length > 0) await importLog.forgetFailed(gone);
      if (ids.length > 0) {
        const wish = { kind: failedOrders, input: { orders: ids.length }, userId: actor.userId ?? null };
        const { job } = await submitJob(ports, wish);
        await importLog.hand(ids, job.id);
      }
      note({ target: { type: 'analytics', id: 'failed' }, isIdle: ids.length + gone.length === 0 });
      return { retried: ids.length, pruned: gone.length, alreadyScheduled: left.length - ids.length };
    },
);

/** The jobs among those that retry orders that are not over. */
async function liveRetries({ jobs }: FactImportPorts, known: readonly FailedOrder[]): Promise<ReadonlySet<string>> {
  const ids = new Set(known.flatMap(({ retriedBy }) => retriedBy ?? []));
  const found = await Promise.all([...ids].map((id) => jobs.find(id)));
  return new Set(found.flatMap((job) => (job && isLive(job.state) ? [job.id] : [])));
}

/** Lists the orders whose facts could not be made, by id, with what went wrong. */
export const listFailedOrders = useCase(
  { access: 'manage_store', effect: 'read' },
  ({ importLog }: FactImportPorts) =>
    async (_, __: object): Promise<readonly FailedOrder[]> =>
      importLog.failed(),
);
