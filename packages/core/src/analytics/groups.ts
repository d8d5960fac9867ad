import { checkCondition, checkMeasure } from './check-plan.ts';
import { checkFilter, type Filter } from './filters.ts';
import type { Condition, GroupPlan, Measure } from './plan.ts';
import { relationOf } from './relations.ts';
import { type Beside, COUNTED_DATE, checkBeside, checkColumn, type Meanings, type ReportSortKey } from './report.ts';
import type { TableName, TableReference } from './tables.ts';

/** Records listed even without sales, if requested explicitly. */
export interface Fill {
  /** Group key that holds the id. */
  readonly key: string;
  /** Parameter of ids; given alone, they are listed even if unknown. */
  readonly ids: string;
  /** Source of the ids selected by other parameters. */
  readonly from?: {
    readonly table: TableName;
    readonly where: Condition;
    readonly filters: Readonly<Record<string, Filter>>;
  };
}

/** A report that lists groups of rows with measures. */
export interface GroupReport {
  /** Path segment: `products`. */
  readonly slug: string;
  /** One sentence, for the API documentation. */
  readonly summary: string;
  /** Descriptions of the published members. */
  readonly meanings: Meanings;
  readonly from: TableName;
  /** References to join: a row is repeated per referenced row, and kept once if there is none. */
  readonly each?: readonly string[];
  /** Condition on every row. */
  readonly where: Condition;
  /** Condition on every row unless one of the parameters is given. */
  readonly unless?: { readonly where: Condition; readonly parameters: readonly string[] };
  /** Column restricted to the range. */
  readonly date: string;
  /** Column of the order status. */
  readonly status: string;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly countsUnless?: readonly string[];
  readonly apart?: readonly string[];
  readonly together?: readonly string[];
  /** Group keys: names and columns. */
  readonly keys: Readonly<Record<string, string>>;
  readonly measures: Readonly<Record<string, Measure>>;
  /** Unpublished measures, computed only for sorting by them. */
  readonly sortOnly?: readonly string[];
  /** References of a group, by its keys. */
  readonly references?: Readonly<Record<string, TableReference>>;
  /** Published columns of the references. */
  readonly columns: readonly string[];
  readonly fill?: Fill;
  readonly sorts: Readonly<Record<string, readonly ReportSortKey[]>>;
  readonly beside: Readonly<Record<string, Beside>>;
}

/** Name of the plan that computes the groups; the page is built on it. */
export const SUMS = 'sums';

/**
 * Declares a list of groups; an invalid declaration fails when the module is loaded.
 * @throws TypeError
 */
export function defineGroups<const R extends GroupReport>(given: R): R {
  const report: GroupReport = given;
  const rows = relationOf(report.each ? { from: report.from, each: report.each } : { from: report.from }, {});
  checkColumn(rows, report.date ?? COUNTED_DATE);
  rows.kindOf(report.status);
  checkCondition(rows, report.where);
  if (report.unless) checkCondition(rows, report.unless.where);
  for (const filter of Object.values(report.filters)) checkFilter(rows, filter);
  for (const column of Object.values(report.keys)) rows.kindOf(column);
  for (const measure of Object.values(report.measures)) checkMeasure(rows, measure, report.measures);
  const groups = relationOf(
    { from: { given: SUMS }, ...(report.references && { references: report.references }) },
    { [SUMS]: { ...sumsOf(report), where: report.where } },
  );
  const sorted = Object.values(report.sorts).flatMap((keys) => keys.map(({ column }) => column));
  for (const column of [...report.columns, ...sorted]) groups.kindOf(column);
  checkBeside(report.beside);
  return given;
}

/** Plan of the groups of a report, without its condition. */
export const sumsOf = ({ from, each, keys, measures }: GroupReport): Omit<GroupPlan, 'where'> => ({
  kind: 'groups',
  from,
  ...(each && { each }),
  keys: Object.fromEntries(Object.entries(keys).map(([name, column]) => [name, { column }])),
  measures,
  orderBy: [],
  isInner: true,
});
