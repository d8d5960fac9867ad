import { checkCondition, checkMeasure } from './check-plan.ts';
import { checkFilter, type Filter } from './filters.ts';
import type { Condition, GroupPlan, Measure } from './plan.ts';
import { relationOf } from './relations.ts';
import { type Beside, COUNTED_DATE, checkBeside, checkColumn, type Meanings, type SortKey } from './report.ts';
import type { Reference, TableName } from './tables.ts';

/** What is listed even if nothing happened to it, where callers ask for it by name. */
export interface Fill {
  /** The key that has its id. */
  readonly key: string;
  /** The parameter that has ids; alone, it lists them whether anybody knows them or not. */
  readonly ids: string;
  /** Where the ids are looked for that other parameters mean. */
  readonly from?: {
    readonly table: TableName;
    readonly where: Condition;
    readonly filters: Readonly<Record<string, Filter>>;
  };
}

/** A list of what rows have in common, with sums of them. */
export interface GroupReport {
  /** As in the address: `products`. */
  readonly slug: string;
  /** One sentence on what it tells. */
  readonly summary: string;
  /** What the members of its published rows mean, in words for whoever reads them. */
  readonly meanings: Meanings;
  readonly from: TableName;
  /** References of which every row is taken with each row that belongs to it. */
  readonly each?: readonly string[];
  /** Holds for every row. */
  readonly where: Condition;
  /** Holds for every row unless one of the parameters is given. */
  readonly unless?: { readonly where: Condition; readonly parameters: readonly string[] };
  /** The column that is cut to the range. */
  readonly date: string;
  /** The column of the statuses that count or do not. */
  readonly status: string;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly countsUnless?: readonly string[];
  readonly apart?: readonly string[];
  readonly together?: readonly string[];
  /** What they have in common: names and columns. */
  readonly keys: Readonly<Record<string, string>>;
  readonly measures: Readonly<Record<string, Measure>>;
  /** Measures that are told to nobody: they are counted where something is sorted by them. */
  readonly sortOnly?: readonly string[];
  /** What belongs to a group, by its keys. */
  readonly references?: Readonly<Record<string, Reference>>;
  /** What is told beside keys and measures: columns of the references. */
  readonly columns: readonly string[];
  readonly fill?: Fill;
  readonly sorts: Readonly<Record<string, readonly SortKey[]>>;
  readonly beside: Readonly<Record<string, Beside>>;
}

/** The plan of the sums, behind the page. */
export const SUMS = 'sums';

/**
 * Declares a list of groups, and fails when the module is loaded where it mentions what there is not.
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

/** The groups of a report, without a word on which rows they are made of. */
export const sumsOf = ({ from, each, keys, measures }: GroupReport): Omit<GroupPlan, 'where'> => ({
  kind: 'groups',
  from,
  ...(each && { each }),
  keys: Object.fromEntries(Object.entries(keys).map(([name, column]) => [name, { column }])),
  measures,
  orderBy: [],
  isInner: true,
});
