import type { JobsPorts } from '../jobs/index.ts';
import type { RecomputePorts } from './recompute.ts';

/** Which customers and orders an import of the past takes up. */
export interface ImportSelection {
  /** Made or registered at this moment or later; undefined for all time. */
  readonly from: Date | undefined;
  /** Only orders and refunds without facts, and customers none of whose orders has any. */
  readonly skipExisting: boolean;
}

/** How many customers, and how many orders and refunds. */
export interface ImportCounts {
  readonly customers: number;
  readonly orders: number;
}

/** A place in a walk over orders by a moment, then by id; the moment as the database writes it. */
export interface WalkPlace {
  readonly at: string;
  readonly id: number;
}

/** An order whose facts are looked at, with those of all its refunds. */
export interface FoundOrder {
  readonly id: number;
  /** How many records, the order itself and its refunds, were asked for by that. */
  readonly records: number;
}

/** The next orders of a walk. */
export interface OrderRange {
  readonly orders: readonly FoundOrder[];
  /** Where the next range begins; undefined after the last one. */
  readonly last: WalkPlace | undefined;
}

/** The next facts of a walk: of orders with all their refunds. */
export interface FactRange {
  readonly orderIds: readonly number[];
  /** Where the next range begins; undefined after the last one. */
  readonly last: number | undefined;
}

/** Finds what imports take up. Orders in the bin are never counted, but they come along: they have facts like any other. */
export interface ImportSource {
  /** How much an import with this selection would process. */
  totals(selection: ImportSelection): Promise<ImportCounts>;
  /** Customers with an account in the shop that keeps the orders, by id, behind this one. */
  nextCustomers(selection: ImportSelection, afterId: number, most: number): Promise<readonly number[]>;
  /** Orders, oldest first, behind this place. */
  nextOrders(selection: ImportSelection, after: WalkPlace | undefined, most: number): Promise<OrderRange>;
  /** Orders and refunds behind this place by their last change; a refund is changed when it is made. */
  changedSince(cursor: WalkPlace, most: number): Promise<OrderRange>;
  /** Orders and refunds that have facts, by id, behind this one, and all that belong to the same orders. */
  factsBehind(afterId: number, most: number): Promise<FactRange>;
}

/** What is remembered of the last import of the past. */
export interface ImportMemory {
  readonly imported: ImportCounts;
  readonly totals: ImportCounts;
  /** The earliest moment that any import has begun with; null for all time. */
  readonly from: Date | null;
}

/** An order whose facts could not be made. */
export interface FailedOrder {
  readonly orderId: number;
  /** What went wrong, in a sentence without anybody's data. */
  readonly error: string;
  readonly failedAt: Date;
  /** The job that is to try it again. */
  readonly retriedBy: string | null;
}

/** How many failed, and how many more did than are remembered. */
export interface FailedCounts {
  readonly failed: number;
  readonly overflow: number;
}

/** What imports remember: how far the last one was, how far the batches are, and which orders failed. */
export interface ImportLog {
  /** What is known of the last import; undefined before the first, and after its facts were deleted. */
  memory(): Promise<ImportMemory | undefined>;
  /** Begins with nothing imported; an earlier moment that is known already stays. */
  begin(jobId: string, totals: ImportCounts, from: Date | null): Promise<void>;
  /** Keeps how much was imported, unless another import began meanwhile. */
  progress(jobId: string, imported: ImportCounts): Promise<void>;
  /** Forgets everything about the last import. */
  forget(): Promise<void>;
  /** How far the batches are. */
  cursor(): Promise<WalkPlace | undefined>;
  /** Keeps how far the batches are. */
  keepCursor(cursor: WalkPlace): Promise<void>;
  /** Remembers orders that failed, of all at most a thousand; the others only count. What fails again has the newer error and waits for nobody. */
  keepFailed(failed: readonly Omit<FailedOrder, 'retriedBy'>[]): Promise<void>;
  /** Forgets failures of these orders. */
  forgetFailed(orderIds: readonly number[]): Promise<void>;
  /** Forgets how many failed beyond those that are remembered. */
  forgetOverflow(): Promise<void>;
  /** All that are remembered, by id. */
  failed(): Promise<readonly FailedOrder[]>;
  /** The first of those that this job is to try again, by id. */
  failedFor(jobId: string, most: number): Promise<readonly number[]>;
  /** Says that this job is to try them again. */
  hand(orderIds: readonly number[], jobId: string): Promise<void>;
  /** How many there are. */
  countFailed(): Promise<FailedCounts>;
}

/** What imports need. */
export interface FactImportPorts extends RecomputePorts, Pick<JobsPorts, 'jobs' | 'jobQueue'> {
  readonly importSource: ImportSource;
  readonly importLog: ImportLog;
}
