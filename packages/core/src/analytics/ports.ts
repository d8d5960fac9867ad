import type { ProductFacts, ShopSettings } from '../commerce/index.ts';
import type { StageGates } from '../kernel/concurrency/pipeline.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { FactRows } from './facts.ts';

/** The rules by which facts are counted, kept beside the facts; a change of any asks for a rebuild of what is derived. */
export type CountingRules = Pick<ShopSettings, 'weekStartsOn' | 'dateType' | 'excludedStatuses'>;

/** Orders (with their refunds) whose facts are written anew, and everybody whose orders they are or were. */
export interface FactWrite {
  /** Every order and refund whose rows are replaced; one that has no row in `rows` loses what it had. */
  readonly orderIds: readonly number[];
  readonly rows: readonly FactRows[];
  /** Held before by `holdCustomers`; everybody the rows belong to is among them. */
  readonly customerIds: readonly number[];
}

/** A walk over all orders that computes their facts by other settings than before; it survives a killed process. */
export interface Recount {
  /** Told apart from those that were begun before. */
  readonly no: number;
  /** Facts of orders up to this id are done. */
  readonly after: number;
}

/** What is being made anew and is not done yet; it is known to be old, and no difference. */
export interface FactsUnderWay {
  readonly recount: Recount | undefined;
  /** The customer whose part comes next in a rebuild of what is derived; 0 while no sums were dropped yet. */
  readonly rebuildFrom: number | undefined;
}

/** One number that is not what its sources say. */
export interface FactDifference {
  /** `order_fact`, `line_fact` …, or the roll-up. */
  readonly table: string;
  /** Names the row, as `order_id=55`. */
  readonly key: string;
  /** Undefined where the row is missing or too many. */
  readonly stored: Readonly<Record<string, unknown>> | undefined;
  readonly computed: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The facts that reports are counted from, and the roll-ups that make it fast. Which storage answers a report is its own
 * matter; every answer equals what counting the facts at that instant gives.
 */
export interface FactStore extends ProductFacts {
  /**
   * Keeps others from writing facts of these customers until the surrounding unit of work ends, always in ascending order,
   * and what facts are counted by from changing: whoever writes facts reads the settings of the shop after this, not before.
   */
  holdCustomers(customerIds: readonly number[]): Promise<void>;
  /**
   * Replaces the facts of orders inside the surrounding unit of work: rows, each customer's new-or-returning and previous
   * day, the customers' own sums, and marks for the days that changed. At most eight statements, however many orders.
   * With a turn, what is to be written is put together at once, what was there is removed when it is alone, and the new rows
   * come when the turn is free.
   */
  write(write: FactWrite, gates?: StageGates): Promise<void>;
  /** Removes what is kept of customers who have no rows left and are no longer there. */
  forgetCustomers(customerIds: readonly number[]): Promise<void>;
  /** Brings the roll-ups of days that were marked up to date; at most so many days; gives how many. One process at a time does it. */
  refresh(mostDays: number): Promise<number>;
  /** How many days are marked. */
  countMarked(): Promise<number>;
  /** Removes every fact and roll-up; the rules stay. */
  clear(): Promise<void>;
  /**
   * Counts by these rules from the end of the surrounding unit of work on, and tells whether they are other ones than before.
   * Then everything derived is to be made anew: a rebuild has begun, which `goOnRebuilding` does part by part. Waits for units
   * that write facts by the rules before.
   */
  useRules(rules: CountingRules): Promise<boolean>;
  /**
   * Keeps in mind that the facts of all orders are to be computed anew, because settings that they depend on are saved in the
   * surrounding unit of work. Waits for units that write facts by the settings before.
   */
  beginRecount(): Promise<void>;
  /** Keeps in mind how far a recount is, or with `undefined` that it is done; false when another one was begun meanwhile. */
  recounted(no: number, after: number | undefined): Promise<boolean>;
  /** What was begun and is not done yet. */
  underWay(): Promise<FactsUnderWay>;
  /** Does the next part of a rebuild that was begun, in a unit of work of its own; false when there is none. It survives a killed process. */
  goOnRebuilding(): Promise<boolean>;
  /**
   * Makes everything that is derived from facts anew, set-based and in units of work of its own: customers' parts and all
   * roll-ups. Sums that are read meanwhile are counted from the facts.
   */
  rebuildDerived(rules: CountingRules): Promise<void>;
  /**
   * Which of these orders and refunds have other facts than these rows, in one cheap look at many; of an order that is being
   * written meanwhile it may say so without reason, so that `compare` has the last word.
   */
  suspects(orderIds: readonly number[], rows: readonly FactRows[]): Promise<readonly number[]>;
  /** Compares the stored facts of these orders with rows computed anew, and gives what differs. */
  compare(orderIds: readonly number[], rows: readonly FactRows[]): Promise<readonly FactDifference[]>;
  /**
   * Compares everything derived with the facts: customers' parts, sums, and the roll-ups of days that are not marked; at most
   * so many differences. What a rebuild that is under way has not come to yet is left out.
   */
  compareDerived(rules: CountingRules, most: number): Promise<readonly FactDifference[]>;
  /** Facts of orders that are no longer there; at most so many ids. */
  orphans(most: number): Promise<readonly number[]>;
  /** Everybody to whom the stored facts of these orders and refunds belong, in ascending order. */
  customersOf(orderIds: readonly number[]): Promise<readonly number[]>;
}

/** What the analytics context needs. */
export interface AnalyticsPorts extends KernelPorts {
  readonly facts: FactStore;
}
