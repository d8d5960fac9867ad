import { markFormula } from '../../kernel/formats/formula.ts';
import type { PrintedColumn, PrintedContext, PrintedKind, PublishedRow } from './column.ts';

/** What a file depends on beside the rows. */
export interface FileContext extends PrintedContext {
  readonly priceDecimals: number;
}

/**
 * A value as it stands in a file: a number as it is, or with the decimals that its kind asks for; a text that is no formula;
 * nothing where there is none.
 */
export function fileCell(value: unknown, kind: PrintedKind, priceDecimals: number): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'number') return markFormula(String(value));
  if (kind === 'fixed amount') return fixed(value, priceDecimals);
  return kind === 'amount of two decimals' ? fixed(value, 2) : String(value);
}

/** A row of a file. */
export const fileCells = (
  columns: readonly PrintedColumn[],
  row: PublishedRow,
  context: FileContext,
): readonly string[] =>
  columns.map(({ kind, read }) =>
    fileCell(read(row, context), typeof kind === 'string' ? kind : kind(row), context.priceDecimals),
  );

function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text;
}
