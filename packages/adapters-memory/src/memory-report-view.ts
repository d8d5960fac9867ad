import type {
  ReportCondition,
  ReportGroupKey,
  ReportReference,
  ReportRelation,
  ReportRow,
  ReportSource,
  ReportTableName,
} from '@backroom/core/analytics';

/** A value of a row; key-value pairs are objects. */
export type MemoryValue = string | number | boolean | null | Readonly<Record<string, string>>;
/** A row with the columns of its table. */
export type MemoryRow = Readonly<Record<string, MemoryValue>>;
/** The rows of every table; local timestamps are texts in the time zone of the shop. */
export type MemoryTables = Readonly<Record<ReportTableName, MemoryRow[]>>;

/** Evaluates columns and conditions over tables, referenced rows and the results of earlier plans. */
export class MemoryView {
  readonly #tables: MemoryTables;
  readonly #given: Readonly<Record<string, readonly ReportRow[]>>;
  readonly #indexes = new Map<string, Map<MemoryValue, MemoryRow[]>>();
  /** The referenced row of each joined row, by reference. */
  readonly #pairs = new WeakMap<MemoryRow, ReadonlyMap<string, MemoryRow | undefined>>();

  constructor(tables: MemoryTables, given: Readonly<Record<string, readonly ReportRow[]>>) {
    this.#tables = tables;
    this.#given = given;
  }

  rowsOf(source: ReportSource): readonly MemoryRow[] {
    if (typeof source === 'string') return this.#tables[source];
    return 'given' in source ? (this.#given[source.given] ?? []) : source.ids.map((id) => ({ id }));
  }

  /** Left join: each row with each of its referenced rows, or once without any. */
  paired(relation: ReportRelation, rows: readonly MemoryRow[], reference: string): readonly MemoryRow[] {
    return rows.flatMap((row) => {
      const others = this.#belonging(relation, reference, row);
      const known = this.#pairs.get(row) ?? new Map<string, MemoryRow | undefined>();
      return (others.length === 0 ? [undefined] : others).map((other) => {
        const pair = { ...row };
        this.#pairs.set(pair, new Map([...known, [reference, other]]));
        return pair;
      });
    });
  }

  /** The value of a column, also of a referenced row (`reference.column`). */
  valueOf(relation: ReportRelation, column: string, row: MemoryRow): MemoryValue {
    if (Object.hasOwn(relation.columns, column)) return row[column] ?? null;
    const at = column.indexOf('.');
    const reference = column.slice(0, at);
    const rest = column.slice(at + 1);
    const pairs = this.#pairs.get(row);
    const other = pairs?.has(reference) ? pairs.get(reference) : this.#belonging(relation, reference, row)[0];
    const value = other?.[rest] ?? null;
    const isNumber = ['whole', 'scaled'].includes(relation.kindOf(column));
    return value === null && isNumber && relation.referenceOf(reference).isFilled ? 0 : value;
  }

  /** The value of a group key, truncated to its interval. */
  keyOf(relation: ReportRelation, key: ReportGroupKey, row: MemoryRow): MemoryValue {
    const value = this.valueOf(relation, key.column, row);
    return 'interval' in key && typeof value === 'string' ? startOf(value, key) : value;
  }

  /** Whether a row meets a condition. */
  holds(relation: ReportRelation, condition: ReportCondition, row: MemoryRow): boolean {
    switch (condition.op) {
      case 'all':
        return condition.of.every((each) => this.holds(relation, each, row));
      case 'any':
        return condition.of.some((each) => this.holds(relation, each, row));
      case 'not':
        return !this.holds(relation, condition.of, row);
      case 'fewGiven':
        return (this.#given[condition.plan]?.length ?? 0) <= condition.most;
      case 'has': {
        const { reference, where } = condition;
        const behind = relation.behind(reference);
        return this.#belonging(relation, reference, row).some((each) => this.holds(behind, where, each));
      }
      default:
        return this.#compares(condition, this.valueOf(relation, condition.column, row), (column) =>
          this.valueOf(relation, column, row),
        );
    }
  }

  #compares(
    condition: Exclude<ReportCondition, { op: 'all' | 'any' | 'not' | 'has' | 'fewGiven' }>,
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
      case 'contains':
        return condition.texts.some((text) => String(value).includes(text));
      case 'carries':
      case 'carriesOther': {
        const carried = typeof value === 'object' ? value[condition.key] : undefined;
        return carried !== undefined && (carried === condition.value) === (condition.op === 'carries');
      }
      default: {
        const bound = typeof condition.value === 'object' ? other(condition.value.column) : condition.value;
        return bound !== null && comparisons[condition.op](compareValues(value, bound));
      }
    }
  }

  #belonging(relation: ReportRelation, name: string, row: MemoryRow): readonly MemoryRow[] {
    const reference = relation.referenceOf(name);
    const value = this.valueOf(relation, reference.by[0], row);
    return value === null ? [] : (this.#indexOf(reference).get(value) ?? []);
  }

  #indexOf({ to, by }: ReportReference): ReadonlyMap<MemoryValue, readonly MemoryRow[]> {
    const key = `${JSON.stringify(to)} ${by[1]}`;
    let index = this.#indexes.get(key);
    if (!index) {
      index = new Map();
      for (const each of this.rowsOf(to)) {
        const value = each[by[1]] ?? null;
        const known = index.get(value);
        if (known) known.push(each);
        else index.set(value, [each]);
      }
      this.#indexes.set(key, index);
    }
    return index;
  }
}

const comparisons: Readonly<Record<'atLeast' | 'atMost' | 'above' | 'below', (difference: number) => boolean>> = {
  atLeast: (difference) => difference >= 0,
  atMost: (difference) => difference <= 0,
  above: (difference) => difference > 0,
  below: (difference) => difference < 0,
};

/** Comparator: null comes first, texts are compared by code points. */
export function compareValues(a: MemoryValue, b: MemoryValue): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b);
  const left = [...a];
  const right = [...b];
  for (const [index, character] of left.entries()) {
    const difference = (character.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

type IntervalKey = Extract<ReportGroupKey, { readonly interval: unknown }>;

/** The start of the interval that contains a local timestamp. */
function startOf(local: string, { interval, weekStartsOn }: IntervalKey): string {
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
