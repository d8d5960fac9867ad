import { defaultShopSettings, type ShopSettings } from '../catalog/index.ts';
import { all, type Condition, checkCondition, type Sorting } from './plan.ts';
import { kindOf, type TableName } from './tables.ts';

/** Conditions that a caller chooses by a word; what they say may depend on what the shop has decided. */
export type Choices = (settings: ShopSettings) => Readonly<Record<string, Condition>>;

/** What a parameter of a report does to its rows. */
export type Filter =
  /** The column has, or has not, one of the values; a value that stands for all of them is no condition. */
  | { readonly word: 'among' | 'notAmong'; readonly column: string; readonly everything?: string }
  /** Some, or no, row that belongs to it has one of the values. */
  | { readonly word: 'having' | 'lacking'; readonly reference: string; readonly column: string }
  | { readonly word: 'choice'; readonly choices: Choices }
  /** Some row that belongs to it carries the pair, or the key with another value. */
  | { readonly word: 'carrying' | 'carryingOther'; readonly reference: string; readonly column: string };

/** The column has one of these values. */
export const among = (column: string, everything?: string): Filter => ({
  word: 'among',
  column,
  ...(everything !== undefined && { everything }),
});
/** The column has none of these values. */
export const notAmong = (column: string, everything?: string): Filter => ({
  word: 'notAmong',
  column,
  ...(everything !== undefined && { everything }),
});
/** A row that belongs to it has one of these values. */
export const having = (reference: string, column: string): Filter => ({ word: 'having', reference, column });
/** No row that belongs to it has any of these values. */
export const lacking = (reference: string, column: string): Filter => ({ word: 'lacking', reference, column });
/** One of several conditions. */
export const choice = (choices: Choices): Filter => ({ word: 'choice', choices });
/** A row that belongs to it carries these pairs. */
export const carrying = (reference: string, column: string): Filter => ({ word: 'carrying', reference, column });
/** A row that belongs to it has these keys with other values. */
export const carryingOther = (reference: string, column: string): Filter => ({
  word: 'carryingOther',
  reference,
  column,
});

/** A column for the moments of orders of which the shop decides which one counts. */
export const COUNTED_DATE = 'counted date';

/** What a key of an order goes by: always up, or the way that was asked for. */
export interface SortKey {
  readonly column: string;
  readonly isAlwaysUp?: boolean;
  /** Sorts by the places of the values in the list that this parameter has. */
  readonly placesOf?: string;
}

/** Rows that are told beside those of the page, from the same moment: of which table, and which of them. */
export interface Beside {
  readonly from: TableName;
  readonly columns: readonly string[];
  /** The column that is among what an earlier part gave. */
  readonly by: string;
  readonly given: { readonly plan: string; readonly columns: readonly string[] };
  readonly orderBy: readonly string[];
  /** The parameter that asks for them; always unless given. */
  readonly wanted?: string;
}

/** A list of rows, as a report. */
export interface ListReport {
  /** As in the address: `orders`. */
  readonly slug: string;
  /** One sentence on what it tells. */
  readonly summary: string;
  readonly from: TableName;
  readonly columns: readonly string[];
  /** Holds for every row of it. */
  readonly where: Condition;
  /** Whether it is cut to a range of the counted date. */
  readonly isDated: boolean;
  /** The filters by the names of their parameters. */
  readonly filters: Readonly<Record<string, Filter>>;
  /** Rows in statuses that do not count are left out unless one of these parameters is given. */
  readonly countsUnless?: readonly string[];
  /** The orders by the names that callers know; the first unless another is asked for. */
  readonly sorts: Readonly<Record<string, readonly SortKey[]>>;
  readonly beside: Readonly<Record<string, Beside>>;
}

/** The three columns that the counted date can be. */
export const countedColumns = {
  date_created: 'created_at',
  date_paid: 'paid_at',
  date_completed: 'completed_at',
} as const;

/**
 * Declares a list, and fails when the module is loaded where it mentions what its table does not have.
 * @throws TypeError
 */
export function defineList<const R extends ListReport>(report: R): R {
  const { from } = report;
  for (const column of [
    ...report.columns,
    ...Object.values(report.sorts).flatMap((keys) => keys.map((key) => key.column)),
  ])
    if (column === COUNTED_DATE) for (const each of Object.values(countedColumns)) kindOf(from, each);
    else kindOf(from, column);
  checkCondition(from, report.where);
  for (const filter of Object.values(report.filters)) checkFilter(from, filter);
  for (const { from: other, columns, by, orderBy } of Object.values(report.beside))
    for (const column of [...columns, by, ...orderBy]) kindOf(other, column);
  return report;
}

function checkFilter(from: TableName, filter: Filter): void {
  if (filter.word === 'choice') {
    for (const each of Object.values(filter.choices(defaultShopSettings))) checkCondition(from, each);
    return;
  }
  const known: Condition = { op: 'known', column: filter.column };
  checkCondition(from, 'reference' in filter ? { op: 'has', reference: filter.reference, where: known } : known);
}

/** How rows are sorted, from the words of a declaration. */
export const sortingOf = (
  keys: readonly SortKey[],
  { descending, dateColumn, places }: SortContext,
): readonly Sorting[] =>
  keys.map(({ column, isAlwaysUp = false, placesOf }) => ({
    by: column === COUNTED_DATE ? dateColumn : column,
    descending: descending && !isAlwaysUp,
    ...(placesOf !== undefined && { places: places(placesOf) }),
  }));

/** What the words of an order depend on. */
export interface SortContext {
  readonly descending: boolean;
  readonly dateColumn: string;
  readonly places: (parameter: string) => readonly number[];
}

/** Statuses that never count, whatever the shop decides. */
const neverCounted = ['trash', 'checkout-draft'];

/** Orders in the statuses that count (analytics.md, 3.6). */
export const countedStatuses = (column: string, { excludedStatuses }: ShopSettings): Condition =>
  all({ op: 'not', of: { op: 'among', column, values: [...new Set([...excludedStatuses, ...neverCounted])] } });
