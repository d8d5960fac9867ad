import type { Schema, Schemas } from '../kernel/schema.ts';
import { checkPlan } from './check-plan.ts';
import type { StatsEnvelope } from './engine/envelope.ts';
import type { AllKeys } from './engine/row-keys.ts';
import type { ParamChanges, ParamName } from './parameters.ts';
import { type Condition, checkCondition, checkFilter, type Filter, type GroupPlan } from './plan.ts';
import type { PrintedReport } from './printed/column.ts';
import type { LinkedCall } from './published/members.ts';
import type { ParameterValues } from './published/report-input.ts';
import { relationOf } from './relations.ts';
import {
  COUNTED_DATE,
  checkColumn,
  checkRelated,
  type ListReport,
  type Meanings,
  type RelatedRows,
  type ReportSortKey,
} from './report.ts';
import type { ReportPorts } from './report-ports.ts';
import type { FilterSubject } from './reports/filter-subjects.ts';
import type { CurrentMeasure, StatsReport } from './stats.ts';
import type { TableName, TableReference } from './tables.ts';
import type { ReportList, ReportListInput, ReportRead, ReportStatsInput } from './use-cases/report-reading.ts';

/** What a list of rows or groups declares. */
export type DeclaredList = GroupReport | ListReport;

/** What a report lists: how rows are read, published, found by key, and what requests may ask. */
export interface ReportRows<E, I extends ReportListInput> {
  /** For the list of reports. */
  readonly description: string;
  /** Members that identify a row. */
  readonly key: readonly string[];
  /** What screens send to have all columns. */
  readonly sent?: Readonly<Record<string, unknown>>;
  /** Whether the totals of `stats` are those of the rows. */
  readonly hasTotals?: true;
  readonly declared: DeclaredList;
  readonly read: ReportList<I, E>;
  /** Keys of all rows in order, where they do not follow from the declaration and the input alone. */
  keys?(ports: ReportPorts, question: I): Promise<AllKeys>;
  present(entry: E, call: LinkedCall): object;
  readonly returns: Schema;
  /** Shared parameters, in published order. */
  readonly params: readonly ParamName[];
  readonly changes?: ParamChanges;
  /** Own parameters, after the shared ones. */
  readonly more?: Schemas;
  /** Maps parameters to the input, where the declaration does not suffice. */
  question?(given: ParameterValues): I;
  /** Columns of related rows that files need, if far fewer than all. */
  readonly only?: ReportListInput['only'];
}

interface ShownTotals {
  readonly slug: string;
  /** Measures at the head; the first is shown. */
  readonly strip: readonly [string, ...string[]];
}

/** ShownTotals of a report, and the same by interval. */
export interface IntervalTotals extends ShownTotals {
  readonly description: string;
  readonly declared: StatsReport;
  readonly read: ReportRead<ReportStatsInput, StatsEnvelope>;
  readonly params: readonly ParamName[];
  readonly changes?: ParamChanges;
}

/** ShownTotals of current data. */
export interface CurrentTotals<T, I> extends ShownTotals {
  readonly description: string;
  readonly summary: string;
  readonly measures: Readonly<Record<string, CurrentMeasure>>;
  readonly read: ReportRead<I, T>;
  question(given: ParameterValues): I;
  present(totals: T, given: ParameterValues): object;
  readonly parameters: Schemas;
}

/** All that is declared of a report: use cases, routes, index, files, screens and commands derive from it. */
export interface Report {
  readonly slug: string;
  readonly title: string;
  /** The question that it answers. */
  readonly question: string;
  /** Its totals, or those of another report. */
  readonly stats: IntervalTotals | CurrentTotals<never, never> | ShownTotals;
  readonly rows?: ReportRows<never, ReportListInput>;
  /** What it can be filtered by; rows and totals need not have all of them. */
  readonly filters: readonly FilterSubject[];
  /** Columns of its rows, or of its intervals if it has none, in files and on screens. */
  readonly printed: PrintedReport;
}

/** Declares a report. */
export const defineReport = <const R extends Report>(report: R): R => report;

/** Declares rows, whose entries only their own functions know. */
export const defineRows = <E, I extends ReportListInput>(rows: ReportRows<E, I>) =>
  rows as unknown as ReportRows<never, ReportListInput>;

/** Declares totals of current data. */
export const defineTotals = <T, I>(totals: CurrentTotals<T, I>) => totals as unknown as CurrentTotals<never, never>;

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
  /** Measures of the table, by published name. */
  readonly measures: Readonly<Record<string, string>>;
  /** Unpublished measures, computed only for sorting by them. */
  readonly sortOnly?: readonly string[];
  /** References of a group, by its keys. */
  readonly references?: Readonly<Record<string, TableReference>>;
  /** Published columns of the references. */
  readonly columns: readonly string[];
  readonly fill?: Fill;
  readonly sorts: Readonly<Record<string, readonly ReportSortKey[]>>;
  readonly related: Readonly<Record<string, RelatedRows>>;
}

/** Whether a list has groups of rows. */
export const hasGroups = (report: DeclaredList): report is GroupReport => 'measures' in report;

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
  const groups = relationOf(
    { from: { given: SUMS }, ...(report.references && { references: report.references }) },
    { [SUMS]: { ...sumsOf(report), where: report.where } },
  );
  const sorted = Object.values(report.sorts).flatMap((keys) =>
    keys.map(({ column }) => report.measures[column] ?? column),
  );
  for (const column of [...report.columns, ...sorted]) groups.kindOf(column);
  checkPlan({ ...sumsOf(report), where: report.where }, {});
  checkRelated(report.related);
  return given;
}

/** Plan of the groups of a report, without its condition. */
export const sumsOf = ({ from, each, keys, measures }: GroupReport): Omit<GroupPlan, 'where'> => ({
  kind: 'groups',
  from,
  ...(each && { each }),
  keys: Object.fromEntries(Object.entries(keys).map(([name, column]) => [name, { column }])),
  measures: Object.values(measures),
  orderBy: [],
  isInner: true,
});
