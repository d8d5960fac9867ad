import {
  fileCell,
  type PrintedContext,
  type PrintedKind,
  type PrintedNumber,
  type PrintedReport,
  type PublishedRow,
} from '@backroom/core/analytics';

export interface Cell {
  readonly value: unknown;
  readonly kind: PrintedKind;
}

/** A report as unformatted cells. */
export interface Sheet {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Settings of the shop that affect tables. */
export interface SheetSettings {
  readonly priceDecimals: number;
  readonly manageStock: boolean;
}

export function sheetOf(
  { columns }: PrintedReport,
  rows: readonly PublishedRow[],
  { manageStock, nameOf }: Pick<SheetSettings, 'manageStock'> & PrintedContext,
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

export const cellsOf = (numbers: readonly PrintedNumber[], row: PublishedRow): readonly Cell[] =>
  numbers.map(({ name, kind }) => ({ value: row[name] ?? null, kind }));

export const textOf = (value: unknown): Cell => ({ value, kind: 'text' });

/** Control characters and bidirectional overrides, which names of customers may contain. */
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

const amountKinds: ReadonlySet<PrintedKind> = new Set(['amount', 'fixed amount', 'amount of two decimals']);

/** Formats cells for people: amounts with the decimals of the shop, averages with two. */
export function forPeople({ priceDecimals }: Pick<SheetSettings, 'priceDecimals'>): (cell: Cell) => string | null {
  const amounts = numberFormat(priceDecimals);
  const averages = numberFormat(2);
  return ({ value, kind }) => {
    if (value === null || value === undefined) return null;
    if (typeof value !== 'number') return String(value).replace(unprintable, ' ');
    if (amountKinds.has(kind)) return amounts.format(value);
    return kind === 'average' ? averages.format(value) : String(value);
  };
}

/** Formats cells for files, in the format of exports. */
export const forFiles =
  ({ priceDecimals }: Pick<SheetSettings, 'priceDecimals'>): ((cell: Cell) => string) =>
  ({ value, kind }) =>
    fileCell(value, kind, priceDecimals);

const numberFormat = (decimals: number): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', {
    useGrouping: false,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
  });
