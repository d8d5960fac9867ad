import {
  aggregatesOf,
  checkReportPlan,
  type GroupPlan,
  type Question,
  type ReportAggregate,
  type ReportAnswer,
  type ReportPlan,
  type ReportRelation,
  type ReportRow,
  type ReportRunner,
  type ReportSorting,
  type RowPlan,
  reportRelation,
  reportTables,
} from '@backroom/core/analytics';
import {
  compareValues,
  type MemoryRow,
  type MemoryTables,
  type MemoryValue,
  MemoryView,
} from './memory-report-view.ts';

/** Runs report plans over arrays: slow, simple, and the oracle for every other runner. */
export class MemoryReportRunner implements ReportRunner {
  readonly #tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  async answer<Q extends Question>(question: Q): Promise<ReportAnswer<Q>> {
    const given: Record<string, readonly ReportRow[]> = {};
    const earlier: Record<string, ReportPlan> = {};
    const view = new MemoryView(this.#tables, given);
    for (const [name, plan] of Object.entries(question)) {
      checkReportPlan(plan, earlier);
      given[name] = answerOne({ view, relation: reportRelation(plan, earlier) }, plan);
      earlier[name] = plan;
    }
    const returned = Object.entries(given).map(([name, rows]) => [name, question[name]?.isInner ? [] : rows]);
    return Object.fromEntries(returned) as ReportAnswer<Q>;
  }

  inOneSnapshot<T>(work: (reports: ReportRunner) => Promise<T>): Promise<T> {
    return work(this);
  }
}

/** A relation, and the view that evaluates its columns. */
interface RelationView {
  readonly view: MemoryView;
  readonly relation: ReportRelation;
}

function answerOne(relationView: RelationView, plan: ReportPlan): readonly ReportRow[] {
  const { view, relation } = relationView;
  const { each = [] } = plan;
  const pairs = each.reduce<readonly MemoryRow[]>(
    (rows, reference) => view.paired(relation, rows, reference),
    view.rowsOf(plan.from),
  );
  const rows = pairs.filter((row) => view.holds(relation, plan.where, row));
  return plan.kind === 'rows' ? listed(relationView, plan, rows) : grouped(relationView, plan, rows);
}

function listed({ view, relation }: RelationView, plan: RowPlan, rows: readonly MemoryRow[]): readonly ReportRow[] {
  const chosen = cut(
    plan,
    sorted(rows, plan.orderBy, (row, column) => view.valueOf(relation, column, row)),
  );
  const valueIn = (column: string, row: MemoryRow) => plain(view.valueOf(relation, column, row));
  if (plan.isListed)
    return [
      Object.fromEntries(
        plan.columns.map((column) => [column, JSON.stringify(chosen.map((row) => valueIn(column, row)))]),
      ),
    ];
  return chosen.map((row) => Object.fromEntries(plan.columns.map((column) => [column, valueIn(column, row)])));
}

function grouped(relationView: RelationView, plan: GroupPlan, rows: readonly MemoryRow[]): readonly ReportRow[] {
  const { view, relation } = relationView;
  const groups = new Map<string, { readonly keys: ReportRow; readonly rows: MemoryRow[] }>();
  const names = Object.keys(plan.keys);
  if (names.length === 0) groups.set('[]', { keys: {}, rows: [] });
  for (const row of rows) {
    const keys = Object.fromEntries(
      Object.entries(plan.keys).map(([name, key]) => [name, plain(view.keyOf(relation, key, row))]),
    );
    const id = JSON.stringify(names.map((name) => keys[name]));
    const group = groups.get(id) ?? { keys, rows: [] };
    group.rows.push(row);
    groups.set(id, group);
  }
  const aggregates = aggregatesOf(plan);
  const counted = [...groups.values()].map(({ keys, rows: own }) => ({
    ...keys,
    ...measured(relationView, aggregates, own),
  }));
  return cut(
    plan,
    sorted(counted, plan.orderBy, (row, name) => row[name] ?? null),
  );
}

function measured(
  relationView: RelationView,
  measures: ReturnType<typeof aggregatesOf>,
  rows: readonly MemoryRow[],
): ReportRow {
  const values: Record<string, ReportRow[string]> = {};
  for (const [name, measure] of Object.entries(measures))
    if (measure.op !== 'quotient') values[name] = measureOf(relationView, measure, rows);
  for (const [name, measure] of Object.entries(measures))
    if (measure.op === 'quotient')
      values[name] = wholeQuotient(Number(values[measure.of] ?? 0), Number(values[measure.per] ?? 0));
  return values;
}

function measureOf(
  { view, relation }: RelationView,
  measure: Exclude<ReportAggregate, { op: 'quotient' }>,
  rows: readonly MemoryRow[],
): ReportRow[string] {
  const { where } = measure;
  const those = where ? rows.filter((row) => view.holds(relation, where, row)) : rows;
  if (measure.op === 'count') return those.length;
  const valueIn = (column: string, row: MemoryRow) => view.valueOf(relation, column, row);
  if (measure.op === 'combinations')
    return new Set(those.map((row) => JSON.stringify(measure.of.map((column) => valueIn(column, row))))).size;
  const all = those.map((row) => valueIn(measure.of, row));
  const values = all.filter((value) => value !== null);
  const sum = (list: Iterable<MemoryValue>) => [...list].reduce<number>((total, value) => total + Number(value), 0);
  switch (measure.op) {
    case 'distinct':
      return new Set(values).size;
    case 'sum':
      return sum(values);
    case 'greatest':
      return plain(values.reduce<MemoryValue>((most, value) => (compareValues(value, most) > 0 ? value : most), null));
    case 'sumOnce':
      return sum(new Map(those.map((row) => [valueIn(measure.per, row), valueIn(measure.of, row)])).values());
  }
}

/** The nearest integer, halves rounded away from zero, without floating-point error. */
function wholeQuotient(of: number, per: number): number {
  if (per === 0) return 0;
  const dividend = BigInt(Math.abs(of));
  const divisor = BigInt(Math.abs(per));
  const magnitude = Number((2n * dividend + divisor) / (2n * divisor));
  return of < 0 !== per < 0 ? -magnitude || 0 : magnitude;
}

const plain = (value: MemoryValue | undefined): string | number | boolean | null =>
  value === undefined || typeof value === 'object' ? null : value;

const cut = <T>({ offset = 0, limit }: ReportPlan, rows: readonly T[]): readonly T[] =>
  rows.slice(offset, limit === undefined ? undefined : offset + limit);

const sorted = <T>(
  rows: readonly T[],
  orderBy: readonly ReportSorting[],
  valueIn: (row: T, name: string) => MemoryValue,
): readonly T[] =>
  rows.toSorted((a, b) => {
    for (const { by, descending, places } of orderBy) {
      const place = (row: T): MemoryValue => {
        const value = valueIn(row, by);
        const found = places ? places.indexOf(Number(value)) : -1;
        return places ? (found < 0 ? places.length : found) : value;
      };
      const difference = compareValues(place(a), place(b));
      if (difference !== 0) return descending ? -difference : difference;
    }
    return 0;
  });

/** All tables without rows. */
export const emptyReportTables = (): MemoryTables =>
  Object.fromEntries(Object.keys(reportTables).map((name) => [name, []])) as unknown as MemoryTables;
