import type { PrintedColumn, PrintedContext, PrintedKind, PublishedRow } from './column.ts';

/** What a file depends on beside the rows. */
export interface FileContext extends PrintedContext {
  readonly priceDecimals: number;
}

/** What spreadsheets take for the beginning of a formula. */
const formula = /^[=+\-@\t\r]/;

/** A row of a file: numbers as they are, amounts that are to have them with the decimals of the shop, texts that are no formulas. */
export const fileCells = (
  columns: readonly PrintedColumn[],
  row: PublishedRow,
  context: FileContext,
): readonly string[] =>
  columns.map(({ kind, read }) => {
    const value = read(row, context);
    if (value === null) return '';
    if (typeof value === 'string') return formula.test(value) ? `'${value}` : value;
    return numberText(value, typeof kind === 'string' ? kind : kind(row), context.priceDecimals);
  });

function numberText(value: number, kind: PrintedKind, priceDecimals: number): string {
  if (kind !== 'fixed amount') return String(value);
  const text = value.toFixed(priceDecimals);
  return Number(text) === 0 ? text.replace('-', '') : text;
}
