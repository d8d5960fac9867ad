import { type GroupReport, SUMS, sumsOf } from '../definition.ts';
import { ROWS } from '../measures.ts';
import { all, type Condition, type GroupPlan, type Question, type RowPlan } from '../plan.ts';
import { COUNTED_DATE, type ReportSortKey, sortingOf } from '../report.ts';
import type { ReportRow } from '../report-ports.ts';
import type { Source, TableReference } from '../tables.ts';
import { conditionOfFilters, type ReportParameters } from './conditions.ts';
import { dateColumnOf, inRange, type ListQuery, pageOf, type ReportContext, relatedPlans } from './plan-list.ts';
import { readRange } from './range.ts';
import { hasKeyAmong } from './row-keys.ts';

/** Question for a list of groups, and the mapping of its rows to the declared names. */
export interface GroupsPlan {
  readonly question: Question;
  /** Key columns of the page; only the first is never null. */
  readonly keys: readonly string[];
  read(row: ReportRow): ReportRow;
}

/** Source of the page: the groups, or the requested records joined with the groups. */
interface GroupSource {
  readonly from: Source;
  readonly where: Condition;
  readonly each: readonly string[];
  readonly references: Readonly<Record<string, TableReference>>;
  /** Column for a declared name. */
  called(name: string): string;
}

/**
 * Builds the plans of a list of groups from its declaration and query. All semantics of group lists are defined here.
 */
export function planGroups(declared: GroupReport, query: ListQuery, context: ReportContext): GroupsPlan {
  const { asked } = query;
  const report = withoutUnsorted(declared, query);
  const { pinned } = query;
  const key = keysOfGroups(report)[0];
  const only = (column: string, where: Condition) => (pinned ? all(where, hasKeyAmong(column, pinned)) : where);
  const where = only(report.keys[key] ?? key, conditionOf(report, query, context));
  const sums: GroupPlan = { ...sumsOf(report), where };
  const { called, ...whole } = groupSourceOf(report, query, context);
  const source = { ...whole, where: only(called(key), whole.where) };
  const names = [...Object.keys(report.keys), ...Object.keys(report.measures), ...report.columns];
  const keys = sortKeysOf(report, query);
  const places = (name: string) => (asked[name] ?? []) as readonly number[];
  const sorting = sortingOf(keys, { descending: query.order === 'desc', dateColumn: '', places });
  const page: RowPlan = {
    kind: 'rows',
    ...source,
    columns: names.map(called),
    orderBy: sorting.map((each) => ({ ...each, by: called(each.by) })),
    ...(pinned ? { isOnce: true } : pageOf(query)),
  };
  const count: GroupPlan = {
    kind: 'groups',
    ...source,
    keys: {},
    orderBy: [],
    measures: [ROWS],
  };
  const related = Object.entries(report.related).map(
    ([name, each]) => [name, { ...each, given: { ...each.given, columns: each.given.columns.map(called) } }] as const,
  );
  return {
    question: { [SUMS]: sums, count, page, ...relatedPlans(Object.fromEntries(related), query) },
    keys: keysOfGroups(report).map(called),
    read: (row) => Object.fromEntries(names.map((name) => [name, row[called(name)] ?? null])),
  };
}

/** Group keys; the fill key comes first. */
function keysOfGroups({ keys, fill }: GroupReport): readonly [string, ...string[]] {
  const names = Object.keys(keys);
  const first = fill?.key ?? names[0] ?? '';
  return [first, ...names.filter((name) => name !== first)];
}

const sortKeysOf = ({ sorts }: GroupReport, { orderBy = '' }: ListQuery): readonly ReportSortKey[] =>
  sorts[orderBy] ?? Object.values(sorts)[0] ?? [];

/** Drops unpublished measures that are not used for sorting. */
function withoutUnsorted(report: GroupReport, query: ListQuery): GroupReport {
  const sorted = sortKeysOf(report, query).map(({ column }) => column);
  const measures = Object.entries(report.measures).filter(
    ([name]) => !report.sortOnly?.includes(name) || sorted.includes(name),
  );
  return { ...report, measures: Object.fromEntries(measures) };
}

function conditionOf(report: GroupReport, query: ListQuery, { settings, zone, now }: ReportContext): Condition {
  const { filters, countsUnless, apart, together, status, unless } = report;
  const { asked, match = 'all' } = query;
  const date = report.date.replace(COUNTED_DATE, dateColumnOf(settings));
  const isLeftOut = unless && !unless.parameters.some((name) => isAsked(asked, name));
  return all(
    report.where,
    inRange(date, readRange(query, zone, now)),
    conditionOfFilters({
      filters,
      asked,
      match,
      settings,
      status,
      ...(countsUnless && { countsUnless }),
      ...(apart && { apart }),
      ...(together && { together }),
    }),
    ...(isLeftOut ? [unless.where] : []),
  );
}

const isAsked = (asked: ReportParameters, name: string): boolean => (asked[name]?.length ?? 0) > 0;

function groupSourceOf(report: GroupReport, query: ListQuery, { settings }: ReportContext): GroupSource {
  const { fill, references = {}, apart = [] } = report;
  const { asked, match = 'all' } = query;
  const others = Object.keys(fill?.from?.filters ?? {}).filter((name) => name !== fill?.ids && isAsked(asked, name));
  const measureOf = (name: string): string => report.measures[name] ?? name;
  if (!fill || (others.length === 0 && !isAsked(asked, fill.ids)))
    return { from: { given: SUMS }, where: all(), each: [], references, called: measureOf };
  const called = (name: string): string => {
    if (name === fill.key) return 'id';
    return Object.hasOwn(report.keys, name) || Object.hasOwn(report.measures, name)
      ? `${SUMS}.${measureOf(name)}`
      : name;
  };
  const moved = Object.entries(references).map(
    ([name, each]) => [name, { ...each, by: [called(each.by[0]), each.by[1]] as const }] as const,
  );
  const sums: TableReference = { to: { given: SUMS }, by: ['id', fill.key], isOne: false, isFilled: true };
  const shared = { each: [SUMS], references: { ...Object.fromEntries(moved), [SUMS]: sums }, called };
  const { from } = fill;
  if (!from || others.length === 0) {
    const ids = [...new Set((asked[fill.ids] ?? []) as readonly number[])];
    return { from: { ids }, where: all(), ...shared };
  }
  const filtered = conditionOfFilters({ filters: from.filters, asked, match, settings, apart });
  return { from: from.table, where: all(from.where, filtered), ...shared };
}
