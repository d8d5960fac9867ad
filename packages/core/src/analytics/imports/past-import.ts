import type { JobKind, JobOf, JobStep } from '../../jobs/index.ts';
import type { FactImportPorts, ImportSelection, WalkPlace } from '../import-ports.ts';
import { countingRulesOf, recomputeOrphans } from '../recompute.ts';
import { type IsStillRunning, makeAndRemember } from './make-facts.ts';

/** Input of an import of past data. */
export type PastImportInput = {
  /** Deletes all facts first. */
  readonly removes: boolean;
  /** Computes facts; otherwise they are only deleted. */
  readonly imports: boolean;
  /** Start of the selection; null for all time. */
  readonly from: string | null;
  readonly skipExisting: boolean;
  /** Records to process, counted when the import was requested. */
  readonly total: number;
};

type PastImportStage = 'facts' | 'customers' | 'orders' | 'orphans' | 'derived';

/** Progress of an import of past data. */
export type PastImportPlace = {
  readonly stage: PastImportStage;
  /** Cursor within the stage; null at its beginning. */
  readonly id: number | null;
  readonly at: string | null;
  readonly customers: number;
  readonly orders: number;
  readonly failed: number;
};

type PastImportJob = JobOf<PastImportInput, PastImportPlace>;

/** Result of one range; without `next` the stage is complete. */
interface ImportRange {
  readonly next?: { readonly id: number; readonly at?: string };
  readonly customers?: number;
  readonly orders?: number;
  readonly failed?: number;
}

/** Context of a stage. */
interface StageContext {
  readonly ports: FactImportPorts;
  readonly selection: ImportSelection;
  readonly place: PastImportPlace;
  readonly isRunning: IsStillRunning;
}

/** Orders per unit of work. */
const MANY_ORDERS = 250;
/** Customers per unit of work. */
const MANY_CUSTOMERS = 500;
/** Job key: one import at a time. */
export const PAST_IMPORT_KEY = 'all';

const stages: Readonly<Record<PastImportStage, (context: StageContext) => Promise<ImportRange>>> = {
  facts: removeFacts,
  customers: importCustomers,
  orders: importOrders,
  async orphans({ ports }) {
    await recomputeOrphans(ports, true);
    return {};
  },
  async derived({ ports }) {
    const rules = countingRulesOf(await ports.shopSettings.read());
    const wrong = await ports.facts.compareDerived(rules, 1);
    if (wrong.length > 0) await ports.facts.rebuildDerived(rules);
    return {};
  },
};

/** Stages in order: customers before orders; orphans are checked only by a full import, derived data after a deletion too. */
const stagesOf = ({ removes, imports, from, skipExisting }: PastImportInput): readonly PastImportStage[] => {
  const isFull = imports && from === null && !skipExisting;
  return [
    ...(removes ? (['facts'] as const) : []),
    ...(imports ? (['customers', 'orders'] as const) : []),
    ...(isFull ? (['orphans'] as const) : []),
    ...(isFull || removes ? (['derived'] as const) : []),
  ];
};

/**
 * Brings the facts of past orders in line with the records, range by range, or deletes all facts. Each range is a unit
 * of work and may be repeated; progress is counted from the stored cursor.
 */
export const pastImport: JobKind<FactImportPorts, PastImportInput, PastImportPlace> = {
  name: 'facts_import',
  priority: 0,
  attempts: 8,
  backoff: 2,
  inUnit: false,
  isOwn: true,
  shows: ['removes', 'imports', 'from', 'skipExisting'],
  step: (ports) => (job) => doRange(ports, job),
};

async function doRange(ports: FactImportPorts, job: PastImportJob): Promise<JobStep<PastImportPlace>> {
  const { input } = job;
  const order = stagesOf(input);
  const place = job.place ?? beginning(order[0] ?? 'orders');
  const selection = {
    from: input.from === null ? undefined : new Date(input.from),
    skipExisting: input.skipExisting,
  };
  const range = await stages[place.stage]({ ports, selection, place, isRunning: isRunningIn(ports, job) });
  const after = order[order.indexOf(place.stage) + 1];
  const next: PastImportPlace = {
    stage: range.next ? place.stage : (after ?? place.stage),
    id: range.next?.id ?? null,
    at: range.next?.at ?? null,
    customers: place.customers + (range.customers ?? 0),
    orders: place.orders + (range.orders ?? 0),
    failed: place.failed + (range.failed ?? 0),
  };
  const { customers, orders, failed } = next;
  if (input.imports) await ports.importLog.progress(job.id, { customers, orders });
  const isFinished = range.next === undefined && after === undefined;
  return {
    place: next,
    done: customers + orders + failed,
    total: input.total,
    ...(isFinished && { isFinished, result: { customers, orders, failed } }),
  };
}

const beginning = (stage: PastImportStage): PastImportPlace => ({
  stage,
  id: null,
  at: null,
  customers: 0,
  orders: 0,
  failed: 0,
});

/** After cancellation, a job for the opposite operation may already exist. */
const isRunningIn =
  ({ jobs }: FactImportPorts, { id, run }: Pick<PastImportJob, 'id' | 'run'>): IsStillRunning =>
  async () => {
    const job = await jobs.find(id);
    return job?.state === 'running' && job.run === run;
  };

async function removeFacts({ ports, place, isRunning }: StageContext): Promise<ImportRange> {
  const { orderIds, last } = await ports.importSource.factsBehind(place.id ?? 0, MANY_ORDERS);
  if (last === undefined) return {};
  await ports.unitOfWork.run(async () => {
    await ports.orders.hold(orderIds);
    if (!(await isRunning())) return;
    const customerIds = await ports.facts.customersOf(orderIds);
    await ports.facts.holdCustomers(customerIds);
    await ports.facts.write({ orderIds, rows: [], customerIds });
  });
  return { next: { id: last } };
}

async function importCustomers({ ports, selection, place, isRunning }: StageContext): Promise<ImportRange> {
  const ids = await ports.importSource.nextCustomers(selection, place.id ?? 0, MANY_CUSTOMERS);
  const last = ids.at(-1);
  if (last === undefined) return {};
  await ports.unitOfWork.run(async () => {
    await ports.facts.holdCustomers(ids);
    if (await isRunning()) await ports.facts.write({ orderIds: [], rows: [], customerIds: ids });
  });
  return { next: { id: last }, customers: ids.length };
}

async function importOrders({ ports, selection, place, isRunning }: StageContext): Promise<ImportRange> {
  const after: WalkPlace | undefined = place.id === null ? undefined : { id: place.id, at: place.at ?? '' };
  const { orders, last } = await ports.importSource.nextOrders(selection, after, MANY_ORDERS);
  if (last === undefined) return {};
  const ids = orders.map(({ id }) => id);
  const failedIds = await makeAndRemember(ports, ids, isRunning);
  const count = (isFailed: boolean) =>
    orders.reduce((sum, { id, records }) => sum + (failedIds.has(id) === isFailed ? records : 0), 0);
  return { next: last, orders: count(false), failed: count(true) };
}
