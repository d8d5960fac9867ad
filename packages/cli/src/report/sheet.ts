import {
  fileCell,
  type PrintedContext,
  type PrintedKind,
  type PrintedNumber,
  type PrintedReport,
  type PublishedRow,
} from '@backroom/core';

/** A value, and what it is. */
export interface Cell {
  readonly value: unknown;
  readonly kind: PrintedKind;
}

/** A report as rows and columns, before it is decided for whom. */
export interface Sheet {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** What the shop has decided that matters to tables. */
export interface Deciding {
  readonly priceDecimals: number;
  readonly manageStock: boolean;
}

/** The sheet of a list. */
export function sheetOf(
  { columns }: PrintedReport,
  rows: readonly PublishedRow[],
  { manageStock, nameOf }: Pick<Deciding, 'manageStock'> & PrintedContext,
): Sheet {
  const shown = columns.filter(({ isOfStock }) => manageStock || !isOfStock);
  return {
    headers: shown.map(({ header }) => header),
    rows: rows.map((row) =>
      shown.map(({ kind, read }) => ({
        value: read(row, { nameOf }),
        kind: typeof kind === 'string' ? kind : kind(row),
      })),
    ),
  };
}

/** The cells of a row of numbers. */
export const cellsOf = (numbers: readonly PrintedNumber[], row: PublishedRow): readonly Cell[] =>
  numbers.map(({ name, kind }) => ({ value: row[name] ?? null, kind }));

/** A cell of a text. */
export const textOf = (value: unknown): Cell => ({ value, kind: 'text' });

/** What would move the cursor or turn the direction of a line; names of customers come from outside. */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

const amountKinds: ReadonlySet<PrintedKind> = new Set(['amount', 'fixed amount', 'amount of two decimals']);

/** Makes the text of a cell that people read: amounts have the decimals of the shop. */
export function forPeople({ priceDecimals }: Pick<Deciding, 'priceDecimals'>): (cell: Cell) => string | null {
  const [amounts, averages] = [numberFormat(priceDecimals), numberFormat(2)];
  return ({ value, kind }) => {
    if (value === null || value === undefined) return null;
    if (typeof value !== 'number') return String(value).replace(unseen, ' ');
    if (amountKinds.has(kind)) return amounts.format(value);
    return kind === 'average' ? averages.format(value) : String(value);
  };
}

/** Makes the text of a cell of a file, as exports have it. */
export const forFiles =
  ({ priceDecimals }: Pick<Deciding, 'priceDecimals'>): ((cell: Cell) => string) =>
  ({ value, kind }) =>
    fileCell(value, kind, priceDecimals);

const numberFormat = (decimals: number): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', {
    useGrouping: false,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
  });
