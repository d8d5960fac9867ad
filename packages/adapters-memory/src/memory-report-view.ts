import {
  type ReportCondition,
  type ReportGroupKey,
  type ReportRow,
  type ReportTableName,
  reportTableReference,
} from '@backroom/core';

/** A value of a row: pairs of key and value are objects. */
export type MemoryValue = string | number | boolean | null | Readonly<Record<string, string>>;
/** A row with the columns of its table. */
export type MemoryRow = Readonly<Record<string, MemoryValue>>;
/** The rows of every table. */
export type MemoryTables = Readonly<Record<ReportTableName, MemoryRow[]>>;

/** Tables as conditions see them: rows, the rows that belong to them, and what earlier plans gave. */
export class MemoryView {
  readonly #tables: MemoryTables;
  readonly #given: Readonly<Record<string, readonly ReportRow[]>>;
  readonly #indexes = new Map<string, Map<MemoryValue, MemoryRow[]>>();

  constructor(tables: MemoryTables, given: Readonly<Record<string, readonly ReportRow[]>>) {
    this.#tables = tables;
    this.#given = given;
  }

  /** The rows of a table. */
  rowsOf(table: ReportTableName): readonly MemoryRow[] {
    return this.#tables[table];
  }

  /** The value of a column, also of one that a reference leads to. */
  valueOf(table: ReportTableName, column: string, row: MemoryRow): MemoryValue {
    const [reference = '', rest] = column.split('.');
    return (rest === undefined ? row[column] : this.#belonging(table, reference, row)[0]?.[rest]) ?? null;
  }

  /** What a row is grouped by. */
  keyOf(table: ReportTableName, key: ReportGroupKey, row: MemoryRow): MemoryValue {
    const value = this.valueOf(table, key.column, row);
    return 'interval' in key && typeof value === 'string' ? startOf(value, key) : value;
  }

  /** Whether a row is like this. */
  holds(table: ReportTableName, condition: ReportCondition, row: MemoryRow): boolean {
    switch (condition.op) {
      case 'all':
        return condition.of.every((each) => this.holds(table, each, row));
      case 'any':
        return condition.of.some((each) => this.holds(table, each, row));
      case 'not':
        return !this.holds(table, condition.of, row);
      case 'has': {
        const { to } = reportTableReference(table, condition.reference);
        const { reference, where } = condition;
        return this.#belonging(table, reference, row).some((each) => this.holds(to, where, each));
      }
      default:
        return this.#compares(condition, this.valueOf(table, condition.column, row), (column) =>
          this.valueOf(table, column, row),
        );
    }
  }

  #compares(
    condition: Exclude<ReportCondition, { op: 'all' | 'any' | 'not' | 'has' }>,
    value: MemoryValue,
    other: (column: string) => MemoryValue,
  ): boolean {
    if (value === null) return false;
    switch (condition.op) {
      case 'known':
        return true;
      case 'among':
        return condition.values.some((each) => each === value);
      case 'amongGiven': {
        const rows = this.#given[condition.plan] ?? [];
        return rows.some((row) => condition.columns.some((column) => row[column] === value));
      }
      case 'carries':
      case 'carriesOther': {
        const carried = typeof value === 'object' ? value[condition.key] : undefined;
        return carried !== undefined && (carried === condition.value) === (condition.op === 'carries');
      }
      default: {
        const bound = typeof condition.value === 'object' ? other(condition.value.column) : condition.value;
        return bound !== null && orders[condition.op](compareValues(value, bound));
      }
    }
  }

  #belonging(table: ReportTableName, name: string, row: MemoryRow): readonly MemoryRow[] {
    const { to, by } = reportTableReference(table, name);
    const [own, theirs] = by;
    const key = `${to} ${theirs}`;
    let index = this.#indexes.get(key);
    if (!index) {
      index = new Map();
      for (const each of this.#tables[to]) {
        const value = each[theirs] ?? null;
        index.set(value, [...(index.get(value) ?? []), each]);
      }
      this.#indexes.set(key, index);
    }
    return index.get(row[own] ?? null) ?? [];
  }
}

const orders: Readonly<Record<'atLeast' | 'atMost' | 'above' | 'below', (difference: number) => boolean>> = {
  atLeast: (difference) => difference >= 0,
  atMost: (difference) => difference <= 0,
  above: (difference) => difference > 0,
  below: (difference) => difference < 0,
};

/** Below zero where the first comes first. Null is less than everything; texts go by code points. */
export function compareValues(a: MemoryValue, b: MemoryValue): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b);
  const [left, right] = [[...a], [...b]];
  for (const [index, character] of left.entries()) {
    const difference = (character.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

type Bucket = Extract<ReportGroupKey, { readonly interval: unknown }>;

/** The start of the interval that a local moment lies in. */
function startOf(local: string, { interval, weekStartsOn }: Bucket): string {
  const [year = '', month = '', day = ''] = local.slice(0, 10).split('-');
  const midnight = (date: string): string => `${date} 00:00:00`;
  switch (interval) {
    case 'hour':
      return `${local.slice(0, 13)}:00:00`;
    case 'day':
      return midnight(`${year}-${month}-${day}`);
    case 'week': {
      const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
      while (date.getUTCDay() !== weekStartsOn) date.setUTCDate(date.getUTCDate() - 1);
      return midnight(date.toISOString().slice(0, 10));
    }
    case 'month':
      return midnight(`${year}-${month}-01`);
    case 'quarter':
      return midnight(`${year}-${String(Number(month) - ((Number(month) - 1) % 3)).padStart(2, '0')}-01`);
    case 'year':
      return midnight(`${year}-01-01`);
  }
}
