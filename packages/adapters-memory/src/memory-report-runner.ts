import {
  checkReportPlan,
  type GroupPlan,
  type Question,
  type ReportAnswer,
  type ReportMeasure,
  type ReportPlan,
  type ReportRow,
  type ReportRunner,
  type ReportSorting,
  type RowPlan,
  reportTables,
} from '@backroom/core';
import {
  compareValues,
  type MemoryRow,
  type MemoryTables,
  type MemoryValue,
  MemoryView,
} from './memory-report-view.ts';

/** Answers questions by looking through arrays: slow, plain, and the second opinion on every other runner. */
export class MemoryReportRunner implements ReportRunner {
  readonly #tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  async answer<Q extends Question>(question: Q): Promise<ReportAnswer<Q>> {
    const given: Record<string, readonly ReportRow[]> = {};
    const view = new MemoryView(this.#tables, given);
    for (const [name, plan] of Object.entries(question)) given[name] = answerOne(view, plan);
    return given as ReportAnswer<Q>;
  }
}

function answerOne(view: MemoryView, plan: ReportPlan): readonly ReportRow[] {
  checkReportPlan(plan);
  const rows = view.rowsOf(plan.from).filter((row) => view.holds(plan.from, plan.where, row));
  return plan.kind === 'rows' ? listed(plan, rows) : grouped(view, plan, rows);
}

function listed(plan: RowPlan, rows: readonly MemoryRow[]): readonly ReportRow[] {
  const chosen = cut(plan, sorted(rows, plan.orderBy));
  return chosen.map((row) => Object.fromEntries(plan.columns.map((column) => [column, plain(row[column])])));
}

function grouped(view: MemoryView, plan: GroupPlan, rows: readonly MemoryRow[]): readonly ReportRow[] {
  const groups = new Map<string, { readonly keys: ReportRow; readonly rows: MemoryRow[] }>();
  const names = Object.keys(plan.keys);
  if (names.length === 0) groups.set('[]', { keys: {}, rows: [] });
  for (const row of rows) {
    const keys = Object.fromEntries(
      Object.entries(plan.keys).map(([name, key]) => [name, plain(view.keyOf(plan.from, key, row))]),
    );
    const id = JSON.stringify(names.map((name) => keys[name]));
    const group = groups.get(id) ?? { keys, rows: [] };
    group.rows.push(row);
    groups.set(id, group);
  }
  const counted = [...groups.values()].map(({ keys, rows: own }): ReportRow => {
    const measured = Object.entries(plan.measures).map(
      ([name, measure]) => [name, measureOf(view, { from: plan.from, measure }, own)] as const,
    );
    return { ...keys, ...Object.fromEntries(measured) };
  });
  return cut(plan, sorted(counted, plan.orderBy));
}

interface Measuring {
  readonly from: ReportPlan['from'];
  readonly measure: ReportMeasure;
}

function measureOf(view: MemoryView, { from, measure }: Measuring, rows: readonly MemoryRow[]): number {
  const { where } = measure;
  const those = where ? rows.filter((row) => view.holds(from, where, row)) : rows;
  if (measure.op === 'count') return those.length;
  const values = those.map((row) => view.valueOf(from, measure.of, row)).filter((value) => value !== null);
  return measure.op === 'distinct'
    ? new Set(values).size
    : values.reduce<number>((sum, value) => sum + Number(value), 0);
}

const plain = (value: MemoryValue | undefined): string | number | boolean | null =>
  value === undefined || typeof value === 'object' ? null : value;

const cut = <T>({ offset = 0, limit }: ReportPlan, rows: readonly T[]): readonly T[] =>
  rows.slice(offset, limit === undefined ? undefined : offset + limit);

const sorted = <T extends MemoryRow>(rows: readonly T[], orderBy: readonly ReportSorting[]): readonly T[] =>
  rows.toSorted((a, b) => {
    for (const { by, descending, places } of orderBy) {
      const place = (row: T): MemoryValue => {
        const value = row[by] ?? null;
        const found = places ? places.indexOf(Number(value)) : -1;
        return places ? (found < 0 ? places.length : found) : value;
      };
      const difference = compareValues(place(a), place(b));
      if (difference !== 0) return descending ? -difference : difference;
    }
    return 0;
  });

/** The empty tables, to be filled. */
export const emptyReportTables = (): MemoryTables =>
  Object.fromEntries(Object.keys(reportTables).map((name) => [name, []])) as unknown as MemoryTables;
