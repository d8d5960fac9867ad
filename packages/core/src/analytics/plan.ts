import { kindOf, referenceOf, type TableName } from './tables.ts';

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
  | {
      readonly op: 'atLeast' | 'atMost' | 'above' | 'below';
      readonly column: string;
      readonly value: Value | { readonly column: string };
    }
  | { readonly op: 'known'; readonly column: string }
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
  | { readonly op: 'sum' | 'distinct'; readonly of: string; readonly where?: Condition };

/** One key of an order. What has no value is less than everything. */
export interface Sorting {
  /** A column of the rows; the name of a key or measure of the groups. */
  readonly by: string;
  readonly descending: boolean;
  /** Sorts by the place that the value has in this list; what is not in it comes last. */
  readonly places?: readonly number[];
}

interface Cut {
  readonly from: TableName;
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

/**
 * Refuses a plan that mentions what its table does not have.
 * @throws TypeError
 */
export function checkPlan(plan: Plan): void {
  const { from } = plan;
  checkCondition(from, plan.where);
  if (plan.kind === 'rows') {
    for (const column of [...plan.columns, ...plan.orderBy.map(({ by }) => by)]) kindOf(from, column);
    return;
  }
  for (const { column } of Object.values(plan.keys)) kindOf(from, column);
  for (const measure of Object.values(plan.measures)) {
    if (measure.op !== 'count') kindOf(from, measure.of);
    if (measure.where) checkCondition(from, measure.where);
  }
  for (const { by } of plan.orderBy)
    if (!Object.hasOwn(plan.keys, by) && !Object.hasOwn(plan.measures, by))
      throw new TypeError(`The groups have nothing called ${by}.`);
}

/**
 * Refuses a condition that mentions what the table does not have.
 * @throws TypeError
 */
export function checkCondition(from: TableName, condition: Condition): void {
  switch (condition.op) {
    case 'all':
    case 'any':
      for (const each of condition.of) checkCondition(from, each);
      return;
    case 'not':
      checkCondition(from, condition.of);
      return;
    case 'has':
      checkCondition(referenceOf(from, condition.reference).to, condition.where);
      return;
    case 'atLeast':
    case 'atMost':
    case 'above':
    case 'below':
      if (typeof condition.value === 'object') kindOf(from, condition.value.column);
      kindOf(from, condition.column);
      return;
    default:
      kindOf(from, condition.column);
  }
}
