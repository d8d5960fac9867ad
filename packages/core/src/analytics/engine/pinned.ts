import { always, type Condition, type Question, type RowPlan } from '../plan.ts';
import type { ReportRow } from '../report-ports.ts';

/** What tells one row of a list from all others; of a group that was filled in, only the first value is there. */
export type Key = readonly ReportRow[string][];

/** Holds for rows whose first key is among these. */
export const amongPinned = (column: string, pinned: readonly Key[]): Condition => ({
  op: 'among',
  column,
  values: [...new Set(pinned.flatMap(([first]) => (first === null || first === undefined ? [] : [first])))],
});

/** Turns the question of a page into one for the keys of all rows, in the order of the list: one value for each of these columns. */
export function planKeys({ page, ...others }: Question & { readonly page: RowPlan }, columns: readonly string[]) {
  const inner = Object.entries(others).filter(([, { isInner }]) => isInner);
  const { limit: _, offset: __, ...whole } = page;
  const rows: RowPlan = { ...whole, columns, isInner: true, isOnce: true };
  return {
    ...Object.fromEntries(inner),
    page: rows,
    keys: {
      ...{ kind: 'groups', from: { given: 'page' }, where: always, keys: {}, orderBy: [] },
      measures: Object.fromEntries(columns.map((of, index) => [`k${index}`, { op: 'listed', of } as const])),
    },
  } as const satisfies Question;
}

/** The keys of all rows of a list, in its order; a key is made when it is asked for, because there may be millions. */
export interface AllKeys {
  readonly count: number;
  at(index: number): Key;
}

/** The keys that such a question gave. */
export function keysIn(row: ReportRow | undefined, columns: readonly string[]): AllKeys {
  const lists = columns.map((_, index): Key => JSON.parse(String(row?.[`k${index}`] ?? '[]')));
  return { count: lists[0]?.length ?? 0, at: (index) => lists.map((list) => list[index] ?? null) };
}

/** Rows in the order of their keys; those that are not there any more, and those that nobody pinned, are left out. */
export function inPinnedOrder(
  rows: readonly ReportRow[],
  columns: readonly string[],
  pinned: readonly Key[],
): readonly ReportRow[] {
  const known = new Map(rows.map((row) => [nameOf(columns.map((column) => row[column] ?? null)), row]));
  return pinned.map((key) => known.get(nameOf(key))).filter((row) => row !== undefined);
}

/** What tells a key from all others: of one value that value, since of a million rows each is told twice. */
const nameOf = (key: Key): Key[number] | undefined => (key.length > 1 ? JSON.stringify(key) : key[0]);
