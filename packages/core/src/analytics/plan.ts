import type { Source, TableReference } from './tables.ts';

/** Operand of a comparison with a column. */
export type Value = string | number | boolean;

/** A predicate over rows, in two-valued logic: a comparison with null is false, and its negation is true. */
export type Condition =
  | { readonly op: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly op: 'not'; readonly of: Condition }
  | { readonly op: 'among'; readonly column: string; readonly values: readonly Value[] }
  /** The value is in one of these columns of an earlier plan's rows. */
  | { readonly op: 'amongGiven'; readonly column: string; readonly plan: string; readonly columns: readonly string[] }
  /** True for every row if an earlier plan returned at most `most` rows, else false. */
  | { readonly op: 'fewGiven'; readonly plan: string; readonly most: number }
  | {
      readonly op: 'atLeast' | 'atMost' | 'above' | 'below';
      readonly column: string;
      readonly value: Value | { readonly column: string };
    }
  | { readonly op: 'known'; readonly column: string }
  /** The text contains one of these. */
  | { readonly op: 'contains'; readonly column: string; readonly texts: readonly string[] }
  /** The attributes have this key with this value, or with another one. */
  | {
      readonly op: 'carries' | 'carriesOther';
      readonly column: string;
      readonly key: string;
      readonly value: string;
    }
  /** Some referenced row satisfies the condition. */
  | { readonly op: 'has'; readonly reference: string; readonly where: Condition };

/** Interval lengths, in the shop's local calendar. */
export const intervals = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
/** Length of an interval. */
export type Interval = (typeof intervals)[number];

/** Group key: a column, or the interval containing a local time, given by its start. */
export type GroupKey =
  | { readonly column: string }
  | { readonly column: string; readonly interval: Interval; readonly weekStartsOn: number };

/** Aggregate over the rows of a group, optionally restricted by a condition. */
export type Measure =
  | { readonly op: 'count'; readonly where?: Condition }
  | { readonly op: 'sum' | 'distinct' | 'greatest'; readonly of: string; readonly where?: Condition }
  /** Number of distinct combinations of these columns. */
  | { readonly op: 'combinations'; readonly of: readonly [string, ...string[]]; readonly where?: Condition }
  /** Sum of a value counted once per distinct `per`; it must be the same in all rows with equal `per`. */
  | { readonly op: 'sumOnce'; readonly of: string; readonly per: string; readonly where?: Condition }
  /** All values of a column as a JSON array, in the row order of an earlier plan. */
  | { readonly op: 'listed'; readonly of: string; readonly where?: Condition }
  /** Quotient of two other measures, rounded half away from 0; 0 for a divisor of 0. */
  | { readonly op: 'quotient'; readonly of: string; readonly per: string };

/** One sort key. Nulls sort before all values. */
export interface Sorting {
  /** Column of a row, or name of a key or measure of a group. */
  readonly by: string;
  readonly descending: boolean;
  /** Sorts by position in this list; values not in it come last. */
  readonly places?: readonly number[];
}

interface RowSource {
  readonly from: Source;
  /** References in addition to those of the table. */
  readonly references?: Readonly<Record<string, TableReference>>;
  /** References to join: a row is repeated per referenced row, and kept once if there is none. */
  readonly each?: readonly string[];
  /** Time zone in which UTC columns are converted to local times. */
  readonly zone?: string;
  /** Intermediate result, not returned. */
  readonly isInner?: true;
  /** Will not be repeated; caching is useless. */
  readonly isOnce?: true;
  readonly where: Condition;
  /** A total order: no two rows are equal in all keys. */
  readonly orderBy: readonly Sorting[];
  readonly limit?: number;
  readonly offset?: number;
}

/** Reads rows. */
export interface RowPlan extends RowSource {
  readonly kind: 'rows';
  readonly columns: readonly string[];
}

/** Groups rows; without keys the result is exactly one group, even of no rows. */
export interface GroupPlan extends RowSource {
  readonly kind: 'groups';
  readonly keys: Readonly<Record<string, GroupKey>>;
  readonly measures: Readonly<Record<string, Measure>>;
}

/** A fully specified query as plain data, serializable; runners add no semantics. */
export type Plan = RowPlan | GroupPlan;
/** Plans by name, answered together; later plans may depend on earlier ones. */
export type Question = Readonly<Record<string, Plan>>;

export const always: Condition = { op: 'all', of: [] };
export const all = (...of: readonly Condition[]): Condition => (of.length === 1 && of[0] ? of[0] : { op: 'all', of });
export const any = (...of: readonly Condition[]): Condition => (of.length === 1 && of[0] ? of[0] : { op: 'any', of });
export const not = (of: Condition): Condition => ({ op: 'not', of });
export const is = (column: string, value: Value): Condition => ({ op: 'among', column, values: [value] });
