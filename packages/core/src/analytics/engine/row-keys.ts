import type { Condition, Question, RowPlan } from '../plan.ts';
import type { ReportRow } from '../report-ports.ts';

/** Unique key of a row in a list. For filled groups only the first value is present. */
export type Key = readonly ReportRow[string][];

/** Matches rows whose first key value is among the pinned keys. */
export const hasKeyAmong = (column: string, pinned: readonly Key[]): Condition => ({
  op: 'among',
  column,
  values: [...new Set(pinned.flatMap(([first]) => (first === null || first === undefined ? [] : [first])))],
});

/**
 * Derives a question for the keys of all rows, in list order, from the question for a page: one list per key column.
 */
export function planKeys({ page, ...others }: Question & { readonly page: RowPlan }, columns: readonly string[]) {
  const inner = Object.entries(others).filter(([, { isInner }]) => isInner);
  const { limit: _, offset: __, ...whole } = page;
  const keys: RowPlan = { ...whole, columns, isListed: true, isOnce: true };
  return { ...Object.fromEntries(inner), keys } as const satisfies Question;
}

/** Keys of all rows, in list order; created on access, because there may be millions. */
export interface AllKeys {
  readonly count: number;
  at(index: number): Key;
}

/** Decodes the answer to a `planKeys` question. */
export function keysIn(row: ReportRow | undefined, columns: readonly string[]): AllKeys {
  const lists = columns.map((name): Key => JSON.parse(String(row?.[name] ?? '[]')));
  return { count: lists[0]?.length ?? 0, at: (index) => lists.map((list) => list[index] ?? null) };
}

/** Rows in the order of the pinned keys; missing rows and unpinned rows are left out. */
export function inPinnedOrder(
  rows: readonly ReportRow[],
  columns: readonly string[],
  pinned: readonly Key[],
): readonly ReportRow[] {
  const known = new Map(rows.map((row) => [nameOf(columns.map((column) => row[column] ?? null)), row]));
  return pinned.map((key) => known.get(nameOf(key))).filter((row) => row !== undefined);
}

/** Map key for a row key; a single value is used without serialization, because there may be a million rows. */
const nameOf = (key: Key): Key[number] | undefined => (key.length > 1 ? JSON.stringify(key) : key[0]);
