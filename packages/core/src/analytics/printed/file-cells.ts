import { markFormula } from '../../kernel/formats/formula.ts';
import type { PrintedColumn, PrintedContext, PrintedKind, PublishedRow } from './column.ts';

export interface FileContext extends PrintedContext {
  readonly priceDecimals: number;
}

/**
 * Formats a file cell: numbers unchanged or with the decimals of their kind; texts escaped against formula injection;
 * empty for null.
 */
export function fileCell(value: unknown, kind: PrintedKind, priceDecimals: number): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'number') return markFormula(String(value));
  if (kind === 'fixed amount') return fixed(value, priceDecimals);
  return kind === 'amount of two decimals' ? fixed(value, 2) : String(value);
}

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
