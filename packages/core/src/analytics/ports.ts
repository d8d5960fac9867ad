import type { ProductFacts, ShopSettings } from '../commerce/index.ts';
import type { StageGates } from '../kernel/concurrency/pipeline.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { FactRows } from './facts/facts.ts';

/** Settings that determine roll-ups, stored with the facts; a change requires a rebuild of derived data. */
export type CountingRules = Pick<ShopSettings, 'weekStartsOn' | 'dateType' | 'excludedStatuses'>;

/** Replacement of the facts of orders and their refunds, with all previous and current customers. */
export interface FactWrite {
  /** All orders and refunds whose rows are replaced; those without a row in `rows` lose their facts. */
  readonly orderIds: readonly number[];
  readonly rows: readonly FactRows[];
  /** Locked before by `holdCustomers`; must include the customers of all rows. */
  readonly customerIds: readonly number[];
  /** Whether the orders are new: facts of them are left from an order that had the id before, if there are any. */
  readonly areNew?: boolean;
}

/**
 * A resumable walk over all orders that recomputes their facts after a change of settings; survives a killed process.
 */
export interface Recount {
  /** Identifies this recount among earlier ones. */
  readonly no: number;
  /** Facts of orders up to this id are recomputed. */
  readonly after: number;
}

/** Pending recomputation; the affected data is known to be stale and is not reported as a difference. */
export interface FactsUnderWay {
  readonly recount: Recount | undefined;
  /** Next customer of a rebuild of derived data; 0 before the first sums are dropped; undefined without a rebuild. */
  readonly rebuildFrom: number | undefined;
}

/** A stored row that differs from the computed one. */
export interface FactDifference {
  /** Fact table, such as `order_fact` or `line_fact`, or roll-up. */
  readonly table: string;
  /** Key of the row: `order_id=55`. */
  readonly key: string;
  /** Undefined where the stored row is missing, or the computed one if the stored row is superfluous. */
  readonly stored: Readonly<Record<string, unknown>> | undefined;
  readonly computed: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The facts, and the roll-ups that accelerate reports. Which storage answers a report is up to the adapter; every
 * answer must equal one computed from the facts at that instant.
 */
export interface FactStore extends ProductFacts {
  /**
   * Locks the facts of these customers, in ascending order of id, until the surrounding unit of work ends, and locks
   * the settings that facts depend on. Writers of facts must read the shop settings after this call.
   */
  holdCustomers(customerIds: readonly number[]): Promise<void>;
  /**
   * Replaces the facts of orders inside the surrounding unit of work: rows, each customer's new-or-returning flags and
   * previous days, customer sums, and what changes in roll-ups. At most eight statements for any number of orders. With
   * gates, rows are prepared at once, old rows are deleted after `previousDone`, and new rows are inserted after
   * `nextReady`.
   */
  write(write: FactWrite, gates?: StageGates): Promise<void>;
  /** Deletes the data of deleted customers without rows. */
  forgetCustomers(customerIds: readonly number[]): Promise<void>;
  /**
   * Moves pending rows into their roll-ups; returns their number. Those that another process is moving are left to it.
   */
  refresh(): Promise<number>;
  /** Does so beside other units of work of the caller; moves nothing where these may need all connections. */
  refreshBeside(): Promise<number>;
  /**
   * Sums up the products whose categories changed under their present ones; `refresh` does it, too. Does nothing while facts are
   * being written. A unit of work is limited by the lines in roll-ups: pending lines are not limited.
   */
  placeProducts(): Promise<void>;
  /** Counts the pending rows. */
  countPending(): Promise<number>;
  /** Deletes all facts and roll-ups; the rules stay. */
  clear(): Promise<void>;
  /**
   * Sets the counting rules, effective from the commit of the surrounding unit of work; returns whether they changed. A
   * change begins a rebuild of all derived data, performed in parts by `goOnRebuilding`. Waits for units of work that
   * write facts under the previous rules.
   */
  useRules(rules: CountingRules): Promise<boolean>;
  /**
   * Begins a recount of all orders, because settings that facts depend on are saved in the surrounding unit of work.
   * Waits for units of work that write facts under the previous settings.
   */
  beginRecount(): Promise<void>;
  /** Stores the progress of a recount, `undefined` when done; returns false if another recount has begun. */
  recounted(no: number, after: number | undefined): Promise<boolean>;
  /** Returns the pending recount and rebuild. */
  underWay(): Promise<FactsUnderWay>;
  /**
   * Performs the next part of a pending rebuild in its own unit of work; returns false if there is none. Survives a
   * killed process.
   */
  goOnRebuilding(): Promise<boolean>;
  /**
   * Rebuilds all derived data (customers' derived columns and all roll-ups), set-based and in its own units of work.
   * Meanwhile, sums are read from the facts.
   */
  rebuildDerived(rules: CountingRules): Promise<void>;
  /**
   * Returns the orders and refunds whose facts seem to differ from these rows, by one cheap bulk comparison. Concurrent
   * writes can cause false positives, so `compare` decides.
   */
  suspects(orderIds: readonly number[], rows: readonly FactRows[]): Promise<readonly number[]>;
  /** Compares the stored facts of these orders with computed rows, and returns the differences. */
  compare(orderIds: readonly number[], rows: readonly FactRows[]): Promise<readonly FactDifference[]>;
  /**
   * Compares all derived data with the facts: customers' derived columns, sums, and roll-ups with pending rows. Returns
   * at most `most` differences. Data not yet reached by a pending rebuild is skipped.
   */
  compareDerived(rules: CountingRules, most: number): Promise<readonly FactDifference[]>;
  /** Ids of facts of deleted orders; at most `most`. */
  orphans(most: number): Promise<readonly number[]>;
  /** Customers of the stored facts of these orders and refunds, in ascending order. */
  customersOf(orderIds: readonly number[]): Promise<readonly number[]>;
}

/** Ports of the analytics context. */
export interface AnalyticsPorts extends KernelPorts {
  readonly facts: FactStore;
}

/** Whether the database or another adapter supplies each port. */
export const analyticsPorts = { facts: 'store' } as const;
