import type { Reference, Source } from './tables.ts';

/** A value that a column is compared with. */
export type Value = string | number | boolean;

/**
 * What rows have to be like. A comparison with a column that has no value does not hold, and its opposite holds: there is
 * no third answer.
 */
export type Condition =
  | { readonly op: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly op: 'not'; readonly of: Condition }
  | { readonly op: 'among'; readonly column: string; readonly values: readonly Value[] }
  /** Among what an earlier plan of the same question gave in one of these columns. */
  | { readonly op: 'amongGiven'; readonly column: string; readonly plan: string; readonly columns: readonly string[] }
  /** Holds for every row where an earlier plan gave at most so many rows, and for none where it gave more. */
  | { readonly op: 'fewGiven'; readonly plan: string; readonly most: number }
  | {
      readonly op: 'atLeast' | 'atMost' | 'above' | 'below';
      readonly column: string;
      readonly value: Value | { readonly column: string };
    }
  | { readonly op: 'known'; readonly column: string }
  /** A text that has one of these in it. */
  | { readonly op: 'contains'; readonly column: string; readonly texts: readonly string[] }
  /** Pairs that have this key with this value, or with another one. */
  | {
      readonly op: 'carries' | 'carriesOther';
      readonly column: string;
      readonly key: string;
      readonly value: string;
    }
  /** A row that belongs to it is like this. */
  | { readonly op: 'has'; readonly reference: string; readonly where: Condition };

/** Lengths of time that the calendar of the shop is divided into. */
export const intervals = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
/** One of the lengths of time. */
export type Interval = (typeof intervals)[number];

/** What rows are put together by: equal values of a column, or the interval in which a local moment lies, told by its start. */
export type GroupKey =
  | { readonly column: string }
  | { readonly column: string; readonly interval: Interval; readonly weekStartsOn: number };

/** What is counted of the rows of a group, or of those that are like this. */
export type Measure =
  | { readonly op: 'count'; readonly where?: Condition }
  | { readonly op: 'sum' | 'distinct' | 'greatest'; readonly of: string; readonly where?: Condition }
  /** How many different combinations of the values of these columns. */
  | { readonly op: 'combinations'; readonly of: readonly [string, ...string[]]; readonly where?: Condition }
  /** The sum of a value that is the same in all rows of one kind, each kind counted once. */
  | { readonly op: 'sumOnce'; readonly of: string; readonly per: string; readonly where?: Condition }
  /** All values of a column, in the order in which an earlier plan gave its rows: a list in JSON. */
  | { readonly op: 'listed'; readonly of: string; readonly where?: Condition }
  /** One of the other measures divided by another, to the nearest whole number, halves away from 0; 0 where that is 0. */
  | { readonly op: 'quotient'; readonly of: string; readonly per: string };

/** One key of an order. What has no value is less than everything. */
export interface Sorting {
  /** A column of the rows; the name of a key or measure of the groups. */
  readonly by: string;
  readonly descending: boolean;
  /** Sorts by the place that the value has in this list; what is not in it comes last. */
  readonly places?: readonly number[];
}

interface Cut {
  readonly from: Source;
  /** What belongs to its rows beside what their table says. */
  readonly references?: Readonly<Record<string, Reference>>;
  /** References of which every row is taken with each row that belongs to it; once, where none does. */
  readonly each?: readonly string[];
  /** The place on whose clock moments are told that the table keeps in UTC. */
  readonly zone?: string;
  /** Not told: it is there for later plans. */
  readonly isInner?: true;
  /** Nobody will ask it again, so nobody has to remember what it gave. */
  readonly isOnce?: true;
  readonly where: Condition;
  /** Decides completely: no two rows are equal in all of it. */
  readonly orderBy: readonly Sorting[];
  readonly limit?: number;
  readonly offset?: number;
}

/** Asks for rows as they are. */
export interface RowPlan extends Cut {
  readonly kind: 'rows';
  readonly columns: readonly string[];
}

/** Asks for groups of rows; without keys there is exactly one, even of no rows. */
export interface GroupPlan extends Cut {
  readonly kind: 'groups';
  readonly keys: Readonly<Record<string, GroupKey>>;
  readonly measures: Readonly<Record<string, Measure>>;
}

/** One thing that is asked, fully decided and plain: it can be kept and sent. Runners add nothing to it. */
export type Plan = RowPlan | GroupPlan;
/** Several plans by name, which are answered together; later ones may build on what earlier ones gave. */
export type Question = Readonly<Record<string, Plan>>;

/** Holds for every row. */
export const always: Condition = { op: 'all', of: [] };
/** All of these. */
export const all = (...of: readonly Condition[]): Condition => (of.length === 1 && of[0] ? of[0] : { op: 'all', of });
/** At least one of these. */
export const any = (...of: readonly Condition[]): Condition => (of.length === 1 && of[0] ? of[0] : { op: 'any', of });
/** The opposite. */
export const not = (of: Condition): Condition => ({ op: 'not', of });
/** The column has this value. */
export const is = (column: string, value: Value): Condition => ({ op: 'among', column, values: [value] });
