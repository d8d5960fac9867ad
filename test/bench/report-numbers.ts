import type { ColumnRow } from './column-store.ts';

/** The numbers of answers as rows, to compare them with those of a column store. */

type Numbers = Readonly<Record<string, number>>;
interface Segmented {
  readonly segments?: readonly { readonly segment_id: number; readonly subtotals: Numbers }[];
}
interface Stats {
  readonly totals: Numbers & Segmented;
  readonly intervals: readonly { readonly date_start: string; readonly subtotals: Numbers & Segmented }[];
}

/** Totals and the intervals of the page, each with its first day. */
const bucketsOf = (answer: unknown): readonly (readonly [string, Numbers & Segmented])[] => {
  const { totals, intervals } = answer as Stats;
  return [
    ['all', totals],
    ...intervals.map(({ date_start, subtotals }) => [date_start.slice(0, 10), subtotals] as const),
  ];
};

export const numbersOfStats = (answer: unknown): readonly ColumnRow[] =>
  bucketsOf(answer).map(([bucket, { segments: _, ...numbers }]) => ({ bucket, ...numbers }));

export const numbersOfSegments = (answer: unknown): readonly ColumnRow[] =>
  bucketsOf(answer).flatMap(([bucket, { segments = [] }]) =>
    segments.map(({ segment_id, subtotals }) => ({ bucket, segment_id, ...subtotals })),
  );

export const numbersOfRows = (answer: unknown): readonly ColumnRow[] => answer as readonly ColumnRow[];

export const numbersOfBoards = (answer: unknown): readonly ColumnRow[] =>
  (answer as readonly { readonly id: string; readonly rows: readonly { readonly value: number }[][] }[]).flatMap(
    ({ id, rows }) =>
      rows.map(([, count, amount], index) => ({
        board: id,
        place: index + 1,
        count: count?.value ?? Number.NaN,
        amount: amount?.value ?? Number.NaN,
      })),
  );

export const numbersOfIndicators = (answer: unknown): readonly ColumnRow[] => [
  {
    only: '',
    ...Object.fromEntries(
      (answer as readonly { readonly stat: string; readonly value: number }[]).map(({ stat, value }) => [stat, value]),
    ),
  },
];

/** Averages are divided in another order. */
const TOLERANCE = 1e-7;
const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= TOLERANCE * Math.max(1, Math.abs(one), Math.abs(other));

/**
 * Throws unless both have the same rows with the same numbers, by the columns of the statement. Rows of zeros count as
 * missing; the statement may have buckets that are not on the page.
 */
export function demandSame(ours: readonly ColumnRow[], theirs: readonly ColumnRow[], keys: readonly string[]): void {
  const keyOf = (row: ColumnRow) => keys.map((key) => row[key]).join(' ');
  const shown = new Set(ours.map(({ bucket }) => bucket));
  const stored = new Map(theirs.filter(({ bucket }) => shown.has(bucket)).map((row) => [keyOf(row), row]));
  const columns = Object.keys(theirs[0] ?? {}).filter((name) => !keys.includes(name));
  if (columns.length === 0 && ours.length > 0) throw new Error('The statement found nothing.');
  for (const row of ours) {
    const other = stored.get(keyOf(row));
    stored.delete(keyOf(row));
    for (const name of columns) {
      // Some measures are in totals only.
      if (row.bucket !== undefined && row.bucket !== 'all' && row[name] === undefined) continue;
      const [mine, its] = [Number(row[name]), Number(other?.[name] ?? 0)];
      if (!isNear(mine, its))
        throw new Error(
          `${name} of ${keyOf(row)} is ${mine}, by the column store ${its}: ${JSON.stringify(theirs.slice(0, 2))}`,
        );
    }
  }
  const [rest] = [...stored.values()].filter((row) => columns.some((name) => Number(row[name]) !== 0));
  if (rest) throw new Error(`The answer has no row of ${keyOf(rest)}.`);
}
