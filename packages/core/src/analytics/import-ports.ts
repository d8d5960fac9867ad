import type { JobsPorts } from '../jobs/index.ts';
import type { RecomputePorts } from './recompute.ts';

/** Customers and orders selected by an import of past data. */
export interface ImportSelection {
  /** Only records created or registered at this time or later; undefined for all. */
  readonly from: Date | undefined;
  /** Only orders and refunds without facts, and customers whose orders have none. */
  readonly skipExisting: boolean;
}

/** Number of customers, and of orders and refunds. */
export interface ImportCounts {
  readonly customers: number;
  readonly orders: number;
}

/** Cursor over orders by a timestamp, then by id; the timestamp in the database's text form. */
export interface WalkPlace {
  readonly at: string;
  readonly id: number;
}

/** An order whose facts are to be computed, together with all its refunds. */
export interface FoundOrder {
  readonly id: number;
  /** Number of records (the order and its refunds) selected by the query. */
  readonly records: number;
}

/** Page of a walk over orders. */
export interface OrderRange {
  readonly orders: readonly FoundOrder[];
  /** Cursor of the next range; undefined after the last one. */
  readonly last: WalkPlace | undefined;
}

/** One range of orders that have facts, with all their refunds. */
export interface FactRange {
  readonly orderIds: readonly number[];
  /** Cursor of the next range; undefined after the last one. */
  readonly last: number | undefined;
}

/** Selects records for imports. Orders in the trash have facts and are selected, but are not included in counts. */
export interface ImportSource {
  /** Number of records that an import with this selection would process. */
  totals(selection: ImportSelection): Promise<ImportCounts>;
  /** Ids of customers who have an account in the shop, in ascending order, after this id. */
  nextCustomers(selection: ImportSelection, afterId: number, most: number): Promise<readonly number[]>;
  /** Orders, oldest first, after this cursor. */
  nextOrders(selection: ImportSelection, after: WalkPlace | undefined, most: number): Promise<OrderRange>;
  /** Orders and refunds after this cursor by last change; for a refund, its creation. */
  changedSince(cursor: WalkPlace, most: number): Promise<OrderRange>;
  /** Orders and refunds that have facts, by id, after this one, with all records of the same orders. */
  factsBehind(afterId: number, most: number): Promise<FactRange>;
}

/** Progress of the last import of past data. */
export interface ImportMemory {
  readonly imported: ImportCounts;
  readonly totals: ImportCounts;
  /** Earliest start of any import; null for all time. */
  readonly from: Date | null;
}

/** An order whose facts could not be computed. */
export interface FailedOrder {
  readonly orderId: number;
  /** Error message without personal data. */
  readonly error: string;
  readonly failedAt: Date;
  /** Id of the job that will retry it. */
  readonly retriedBy: string | null;
}

/** Number of stored failures, and of failures beyond the storage limit. */
export interface FailedCounts {
  readonly failed: number;
  readonly overflow: number;
}

/** State of imports: progress of the last import, cursor of the batches, and failed orders. */
export interface ImportLog {
  /** Progress of the last import; undefined before the first one and after deletion of the facts. */
  memory(): Promise<ImportMemory | undefined>;
  /** Resets the progress for a new import; an earlier stored `from` is kept. */
  begin(jobId: string, totals: ImportCounts, from: Date | null): Promise<void>;
  /** Stores the progress, unless another import has begun. */
  progress(jobId: string, imported: ImportCounts): Promise<void>;
  /** Deletes the progress of the last import. */
  forget(): Promise<void>;
  /** Returns the cursor of the batches. */
  cursor(): Promise<WalkPlace | undefined>;
  /** Stores the cursor of the batches. */
  keepCursor(cursor: WalkPlace): Promise<void>;
  /**
   * Stores failed orders, at most 1,000 in total; further ones are only counted. A repeated failure replaces the error
   * and clears `retriedBy`.
   */
  keepFailed(failed: readonly Omit<FailedOrder, 'retriedBy'>[]): Promise<void>;
  /** Deletes the failures of these orders. */
  forgetFailed(orderIds: readonly number[]): Promise<void>;
  /** Resets the count of failures beyond the storage limit. */
  forgetOverflow(): Promise<void>;
  /** Lists the stored failures, by id. */
  failed(): Promise<readonly FailedOrder[]>;
  /** Ids of the first failed orders assigned to this job, in ascending order. */
  failedFor(jobId: string, most: number): Promise<readonly number[]>;
  /** Assigns failed orders to a job for retry. */
  hand(orderIds: readonly number[], jobId: string): Promise<void>;
  /** Counts the failures. */
  countFailed(): Promise<FailedCounts>;
}

/** Dependencies of the import use cases and jobs. */
export interface FactImportPorts extends RecomputePorts, Pick<JobsPorts, 'jobs' | 'jobQueue'> {
  readonly importSource: ImportSource;
  readonly importLog: ImportLog;
}

/** Whether the database or another adapter supplies each port. */
export const factImportPorts = { importSource: 'store', importLog: 'store' } as const;
