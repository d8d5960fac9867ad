import { isLive, type Job, submitJob } from '../../jobs/index.ts';
import { useCase } from '../../kernel/use-case.ts';
import { zoneNamed } from '../../kernel/zone.ts';
import { importInProgress, importIsImmediate } from '../errors.ts';
import type { FactImportPorts, FailedCounts, FailedOrder } from '../import-ports.ts';
import { failedOrders } from '../imports/failed-orders.ts';
import { batchNow, ORDER_BATCH_KEY, orderBatch } from '../imports/order-batch.ts';

/** Mode of the batches, their progress, and the number of failed orders. */
export interface OrderBatchStatus extends FailedCounts {
  readonly mode: 'scheduled' | 'immediate';
  /** Local time of the shop; null before the first batch and in immediate mode. */
  readonly lastProcessed: string | null;
  readonly nextScheduled: string | null;
  readonly isInProgressOrDue: boolean | null;
}

/** Result of a retry of failed orders. */
export interface RetriedOrders {
  readonly retried: number;
  /** Orders that have been deleted. */
  readonly pruned: number;
  readonly alreadyScheduled: number;
}

/** Batches that start within this time (ms) count as due. */
const SOON = 60_000;

const liveBatch = ({ jobs }: FactImportPorts): Promise<Job | undefined> => jobs.live(orderBatch.name, ORDER_BATCH_KEY);

const isDue = ({ clock }: FactImportPorts, { state, notBefore }: Job): boolean =>
  state === 'running' || (notBefore?.getTime() ?? 0) <= clock.now().getTime() + SOON;

/** Returns the mode and progress of the batches, and the number of failed orders. */
export const readOrderBatches = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: FactImportPorts) =>
    async (_, __: object): Promise<OrderBatchStatus> => {
      const { scheduledImport, timeZone } = await ports.shopSettings.read();
      const failed = await ports.importLog.countFailed();
      const none = { lastProcessed: null, nextScheduled: null, isInProgressOrDue: null };
      if (!scheduledImport) return { mode: 'immediate', ...none, ...failed };
      const { toLocal } = zoneNamed(timeZone);
      const cursor = await ports.importLog.cursor();
      const job = await liveBatch(ports);
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
 * Starts the recurring batch now.
 * @throws DomainError `shop_rest_analytics_import_immediate_mode`, `shop_rest_analytics_import_in_progress`
 */
export const triggerOrderBatch = useCase(
  {
    access: 'manage_store',
    effect: 'write',
    audit: 'analytics.batch',
    refusals: { malformed: ['shop_rest_analytics_import_immediate_mode', 'shop_rest_analytics_import_in_progress'] },
  },
  (ports: FactImportPorts) =>
    async (_, __: object, { note }): Promise<void> => {
      note({ target: { type: 'analytics', id: 'batch' } });
      // Locked, so that the second of two concurrent calls finds the batch due.
      const { scheduledImport } = await ports.shopSettings.hold();
      if (!scheduledImport) throw importIsImmediate();
      const job = await liveBatch(ports);
      if (job && isDue(ports, job)) throw importInProgress();
      await batchNow(ports);
    },
);

/** Schedules a retry of all failed orders; failures of deleted orders are dropped. */
export const retryFailedOrders = useCase(
  { access: 'manage_store', effect: 'write', audit: 'analytics.retry' },
  (ports: FactImportPorts) =>
    async (actor, _: object, { note }): Promise<RetriedOrders> => {
      const { importLog, orders, shopSettings } = ports;
      // Locked, so that concurrent calls do not assign the same orders.
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
        const request = { kind: failedOrders, input: { orders: ids.length }, userId: actor.userId ?? null };
        const { job } = await submitJob(ports, request);
        await importLog.hand(ids, job.id);
      }
      note({ target: { type: 'analytics', id: 'failed' }, isIdle: ids.length + gone.length === 0 });
      return { retried: ids.length, pruned: gone.length, alreadyScheduled: left.length - ids.length };
    },
);

/** Ids of the retry jobs that have not ended. */
async function liveRetries({ jobs }: FactImportPorts, known: readonly FailedOrder[]): Promise<ReadonlySet<string>> {
  const ids = new Set(known.flatMap(({ retriedBy }) => retriedBy ?? []));
  const found = await Promise.all([...ids].map((id) => jobs.find(id)));
  return new Set(found.flatMap((job) => (job && isLive(job.state) ? [job.id] : [])));
}

/** Lists the orders whose facts could not be computed, by id, with the error. */
export const listFailedOrders = useCase(
  { access: 'manage_store', effect: 'read' },
  ({ importLog }: FactImportPorts) =>
    async (_, __: object): Promise<readonly FailedOrder[]> =>
      importLog.failed(),
);
