import type { ShopSettings } from '../commerce/index.ts';
import { all, type Condition, checkCondition, checkFilter, type Filter, type Sorting } from './plan.ts';
import { type Relation, relationOf } from './relations.ts';
import type { TableName, TableReference } from './tables.ts';

/** Placeholder for the order date column that the shop counts by. */
export const COUNTED_DATE = 'counted date';

/** One sort key, in a fixed ascending or in the requested direction. */
export interface ReportSortKey {
  readonly column: string;
  readonly isAlwaysUp?: boolean;
  /** Sorts by position in the list of this parameter. */
  readonly placesOf?: string;
}

/** Related rows returned with a page, from the same snapshot. */
export interface RelatedRows {
  readonly from: TableName;
  readonly columns: readonly string[];
  /** Column matched against the values of an earlier plan. */
  readonly by: string;
  readonly given: { readonly plan: string; readonly columns: readonly string[] };
  readonly orderBy: readonly string[];
  /** Condition on the related rows. */
  readonly where?: Condition;
  /** Parameter that requests them; always returned by default. */
  readonly requestedBy?: string;
}

/** Descriptions of published members, by name. */
export type Meanings = Readonly<Record<string, string>>;

export interface ListReport {
  /** Path segment: `orders`. */
  readonly slug: string;
  /** One sentence, for the API documentation. */
  readonly summary: string;
  /** Descriptions of the published members. */
  readonly meanings: Meanings;
  readonly from: TableName;
  /** Key column; `id` by default. */
  readonly key?: string;
  /** References in addition to those of the table. */
  readonly references?: Readonly<Record<string, TableReference>>;
  readonly columns: readonly string[];
  /** Condition on every row. */
  readonly where: Condition;
  /** Whether rows are restricted to a range of dates. */
  readonly isDated: boolean;
  /** Column restricted to the range; the counted date by default. */
  readonly date?: string;
  /** Parameters always joined by "and", regardless of `match`. */
  readonly apart?: readonly string[];
  /** Filters by parameter name. */
  readonly filters: Readonly<Record<string, Filter>>;
  /** Rows in excluded statuses are left out unless one of these parameters is given. */
  readonly countsUnless?: readonly string[];
  /** Sums per row; if a range is given, they are restricted to it and rows without sums are not listed. */
  readonly sums?: {
    /** TableReference that leads to the sums. */
    readonly reference: string;
    readonly from: TableName;
    readonly key: string;
    readonly measures: readonly string[];
    readonly date: string;
  };
  /** Measures over the whole list; the row count by default. */
  readonly totals?: readonly string[];
  /** Sort orders by public name; the first is the default. */
  readonly sorts: Readonly<Record<string, readonly ReportSortKey[]>>;
  readonly related: Readonly<Record<string, RelatedRows>>;
}

/** Columns of the date types. */
export const countedColumns = {
  date_created: 'created_at',
  date_paid: 'paid_at',
  date_completed: 'completed_at',
} as const;

/**
 * Declares a list; an invalid declaration fails when the module is loaded.
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
  checkRelated(report.related);
  return report;
}

/**
 * Rejects an unknown column; the counted date is checked for all date types.
 * @throws TypeError
 */
export function checkColumn(relation: Relation, column: string): void {
  if (!column.endsWith(COUNTED_DATE)) relation.kindOf(column);
  else for (const each of Object.values(countedColumns)) relation.kindOf(column.replace(COUNTED_DATE, each));
}

/**
 * Rejects related rows with unknown columns.
 * @throws TypeError
 */
export function checkRelated(related: Readonly<Record<string, RelatedRows>>): void {
  for (const { from, columns, by, orderBy, where } of Object.values(related)) {
    const relation = relationOf({ from }, {});
    for (const column of [...columns, by, ...orderBy]) relation.kindOf(column);
    if (where) checkCondition(relation, where);
  }
}

/** Resolves declared sort keys. */
export const sortingOf = (
  keys: readonly ReportSortKey[],
  { descending, dateColumn, places }: SortContext,
): readonly Sorting[] =>
  keys.map(({ column, isAlwaysUp = false, placesOf }) => ({
    by: column.replace(COUNTED_DATE, dateColumn),
    descending: descending && !isAlwaysUp,
    ...(placesOf !== undefined && { places: places(placesOf) }),
  }));

export interface SortContext {
  readonly descending: boolean;
  readonly dateColumn: string;
  readonly places: (parameter: string) => readonly number[];
}

/** Statuses excluded regardless of the settings. */
const neverCounted = ['trash', 'checkout-draft'];

/** Matches orders whose status is not excluded (docs/spec/analytics.md 3.6). */
export const countedStatuses = (column: string, { excludedStatuses }: ShopSettings): Condition =>
  all({ op: 'not', of: { op: 'among', column, values: [...new Set([...excludedStatuses, ...neverCounted])] } });
