import type { ShopSettings } from '../commerce/index.ts';
import { checkCondition } from './check-plan.ts';
import { checkFilter, type Filter } from './filters.ts';
import { all, type Condition, type Measure, type Sorting } from './plan.ts';
import { type Relation, relationOf } from './relations.ts';
import type { Reference, TableName } from './tables.ts';

/** A column for the moments of orders of which the shop decides which one counts. */
export const COUNTED_DATE = 'counted date';

/** What a key of an order goes by: always up, or the way that was asked for. */
export interface SortKey {
  readonly column: string;
  readonly isAlwaysUp?: boolean;
  /** Sorts by the places of the values in the list that this parameter has. */
  readonly placesOf?: string;
}

/** Rows that are told beside those of the page, from the same moment: of which table, and which of them. */
export interface Beside {
  readonly from: TableName;
  readonly columns: readonly string[];
  /** The column that is among what an earlier part gave. */
  readonly by: string;
  readonly given: { readonly plan: string; readonly columns: readonly string[] };
  readonly orderBy: readonly string[];
  /** Holds for each of them. */
  readonly where?: Condition;
  /** The parameter that asks for them; always unless given. */
  readonly wanted?: string;
}

/** What published members mean, by their names. */
export type Meanings = Readonly<Record<string, string>>;

/** A list of rows, as a report. */
export interface ListReport {
  /** As in the address: `orders`. */
  readonly slug: string;
  /** One sentence on what it tells. */
  readonly summary: string;
  /** What the members of its published rows mean, in words for whoever reads them. */
  readonly meanings: Meanings;
  readonly from: TableName;
  /** The column that tells its rows apart; `id` unless given. */
  readonly key?: string;
  /** What belongs to its rows beside what their table says. */
  readonly references?: Readonly<Record<string, Reference>>;
  readonly columns: readonly string[];
  /** Holds for every row of it. */
  readonly where: Condition;
  /** Whether it is cut to a range of the counted date. */
  readonly isDated: boolean;
  /** The column that is cut; the counted date unless given. */
  readonly date?: string;
  /** Parameters of which every one must hold, however the others are joined. */
  readonly apart?: readonly string[];
  /** The filters by the names of their parameters. */
  readonly filters: Readonly<Record<string, Filter>>;
  /** Rows in statuses that do not count are left out unless one of these parameters is given. */
  readonly countsUnless?: readonly string[];
  /** Numbers of each row that are those of a range where one is given; rows that have none there are not listed. */
  readonly sums?: {
    /** The reference behind which they stand. */
    readonly reference: string;
    readonly from: TableName;
    readonly key: string;
    readonly measures: Readonly<Record<string, Measure>>;
    readonly date: string;
  };
  /** What is counted of the whole list; how long it is unless given. */
  readonly totals?: Readonly<Record<string, Measure>>;
  /** The orders by the names that callers know; the first unless another is asked for. */
  readonly sorts: Readonly<Record<string, readonly SortKey[]>>;
  readonly beside: Readonly<Record<string, Beside>>;
}

/** The three columns that the counted date can be. */
export const countedColumns = {
  date_created: 'created_at',
  date_paid: 'paid_at',
  date_completed: 'completed_at',
} as const;

/**
 * Declares a list, and fails when the module is loaded where it mentions what its table does not have.
 * @throws TypeError
 */
export function defineList<const R extends ListReport>(report: R): R {
  const relation = relationOf(report, {});
  for (const column of [
    ...report.columns,
    ...Object.values(report.sorts).flatMap((keys) => keys.map((key) => key.column)),
  ])
    checkColumn(relation, column);
  checkCondition(relation, report.where);
  for (const filter of Object.values(report.filters)) checkFilter(relation, filter);
  checkBeside(report.beside);
  return report;
}

/**
 * Refuses a column that the rows do not have; the counted date stands for three.
 * @throws TypeError
 */
export function checkColumn(relation: Relation, column: string): void {
  if (!column.endsWith(COUNTED_DATE)) relation.kindOf(column);
  else for (const each of Object.values(countedColumns)) relation.kindOf(column.replace(COUNTED_DATE, each));
}

/**
 * Refuses rows beside a list that their tables do not have.
 * @throws TypeError
 */
export function checkBeside(beside: Readonly<Record<string, Beside>>): void {
  for (const { from, columns, by, orderBy, where } of Object.values(beside)) {
    const relation = relationOf({ from }, {});
    for (const column of [...columns, by, ...orderBy]) relation.kindOf(column);
    if (where) checkCondition(relation, where);
  }
}

/** How rows are sorted, from the words of a declaration. */
export const sortingOf = (
  keys: readonly SortKey[],
  { descending, dateColumn, places }: SortContext,
): readonly Sorting[] =>
  keys.map(({ column, isAlwaysUp = false, placesOf }) => ({
    by: column.replace(COUNTED_DATE, dateColumn),
    descending: descending && !isAlwaysUp,
    ...(placesOf !== undefined && { places: places(placesOf) }),
  }));

/** What the words of an order depend on. */
export interface SortContext {
  readonly descending: boolean;
  readonly dateColumn: string;
  readonly places: (parameter: string) => readonly number[];
}

/** Statuses that never count, whatever the shop decides. */
const neverCounted = ['trash', 'checkout-draft'];

/** Orders in the statuses that count (docs/spec/analytics.md 3.6). */
export const countedStatuses = (column: string, { excludedStatuses }: ShopSettings): Condition =>
  all({ op: 'not', of: { op: 'among', column, values: [...new Set([...excludedStatuses, ...neverCounted])] } });
