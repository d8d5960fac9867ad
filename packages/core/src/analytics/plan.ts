import { defaultShopSettings, type ShopSettings } from '../commerce/index.ts';
import type { Relation } from './relations.ts';
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

/** What a measure stands for: an aggregate over the rows of a group, optionally restricted by a condition. */
export type Aggregate =
  | { readonly op: 'count'; readonly where?: Condition }
  | { readonly op: 'sum' | 'distinct' | 'greatest'; readonly of: string; readonly where?: Condition }
  /** Number of distinct combinations of these columns. */
  | { readonly op: 'combinations'; readonly of: readonly [string, ...string[]]; readonly where?: Condition }
  /** Sum of a value counted once per distinct `per`; it must be the same in all rows with equal `per`. */
  | { readonly op: 'sumOnce'; readonly of: string; readonly per: string; readonly where?: Condition }
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
  /** Returns one row: for each column the values of all rows, in their order, as a JSON array. */
  readonly isListed?: true;
}

/** Groups rows; without keys the result is exactly one group, even of no rows. */
export interface GroupPlan extends RowSource {
  readonly kind: 'groups';
  readonly keys: Readonly<Record<string, GroupKey>>;
  /** Names of measures of the source. */
  readonly measures: readonly string[];
  /** Further numbers of rows, those that also satisfy a condition, by name. */
  readonly counts?: Readonly<Record<string, Condition>>;
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

/** Conditions selected by name; may depend on the shop settings. */
export type Choices = (settings: ShopSettings) => Readonly<Record<string, Condition>>;

/** Effect of a report parameter on its rows. */
export type Filter =
  /** The column has one, or none, of the values; the `everything` value adds no condition. */
  | {
      readonly word: 'among' | 'notAmong';
      readonly column: string;
      readonly everything?: string;
      /** Normalizes a text as in the column. */
      readonly form?: (text: string) => string;
    }
  /** Some, or no, referenced row has one of the values. */
  | { readonly word: 'having' | 'lacking'; readonly reference: string; readonly column: string }
  | { readonly word: 'choice'; readonly choices: Choices }
  /** The row, or a referenced one, has the attribute pair, or the key with another value. */
  | { readonly word: 'carrying' | 'carryingOther'; readonly reference?: string; readonly column: string }
  /** The column is at least, or at most, the value. */
  | { readonly word: 'from' | 'upTo'; readonly column: string }
  /** Values have the form `one` or `one:other`, one part per column. */
  | {
      readonly word: 'at' | 'notAt';
      readonly columns: readonly [one: string, other: string];
      /** Normalizes a text as in the columns. */
      readonly form: (text: string) => string;
    }
  /** The named columns are not empty. */
  | { readonly word: 'filled'; readonly named: Readonly<Record<string, string>> }
  /** One of the columns contains one of the texts; the caller selects the columns by name. */
  | {
      readonly word: 'searched';
      readonly columns: readonly string[];
      readonly reference?: string;
      /** A column that must equal the whole text. */
      readonly exactly?: string;
      /** Normalizes a text as in the columns. */
      readonly form: (text: string) => string;
    };

export type ListFilter = Extract<Filter, { readonly word: 'among' | 'notAmong' }>;

export const among = (column: string, everything?: string): ListFilter => ({
  word: 'among',
  column,
  ...(everything !== undefined && { everything }),
});
export const notAmong = (column: string, everything?: string): ListFilter => ({
  word: 'notAmong',
  column,
  ...(everything !== undefined && { everything }),
});
/** Some referenced row has one of these values. */
export const having = (reference: string, column: string): Filter => ({ word: 'having', reference, column });
/** No referenced row has any of these values. */
export const lacking = (reference: string, column: string): Filter => ({ word: 'lacking', reference, column });
export const choice = (choices: Choices): Filter => ({ word: 'choice', choices });
/** The row, or a referenced one, has these attribute pairs. */
export const carrying = (column: string, reference?: string): Filter => ({
  word: 'carrying',
  column,
  ...(reference !== undefined && { reference }),
});
/** The row, or a referenced one, has these attribute keys with other values. */
export const carryingOther = (column: string, reference?: string): Filter => ({
  word: 'carryingOther',
  column,
  ...(reference !== undefined && { reference }),
});

/**
 * Rejects a filter with unknown columns or references.
 * @throws TypeError
 */
export function checkFilter(relation: Relation, filter: Filter): void {
  if (filter.word === 'choice') {
    for (const each of Object.values(filter.choices(defaultShopSettings))) checkCondition(relation, each);
    return;
  }
  const at = 'reference' in filter && filter.reference !== undefined ? relation.behind(filter.reference) : relation;
  const columns =
    'named' in filter ? Object.values(filter.named) : 'columns' in filter ? filter.columns : [filter.column];
  for (const column of columns) at.kindOf(column);
}

/**
 * Rejects a condition with unknown columns, references or plans.
 * @throws TypeError
 */
export function checkCondition(relation: Relation, condition: Condition): void {
  switch (condition.op) {
    case 'all':
    case 'any':
      for (const each of condition.of) checkCondition(relation, each);
      return;
    case 'not':
      checkCondition(relation, condition.of);
      return;
    case 'has':
      checkCondition(relation.behind(condition.reference), condition.where);
      return;
    case 'fewGiven':
      return;
    case 'atLeast':
    case 'atMost':
    case 'above':
    case 'below':
      if (typeof condition.value === 'object') relation.kindOf(condition.value.column);
      relation.kindOf(condition.column);
      return;
    default:
      relation.kindOf(condition.column);
  }
}
