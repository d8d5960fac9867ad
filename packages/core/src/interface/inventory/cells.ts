import { beginsFormula, isMarked, markFormula } from '../../kernel/formats/formula.ts';

/** Cell for null; an empty cell means absent. */
export const NULL_CELL = '\\N';

const escapedNull = /^\\{2,}N$/;

/** Encodes a text as a cell: escapes spreadsheet formulas and texts that equal the null cell. */
export const textCell = (text: string): string => (/^\\+N$/.test(text) ? `\\${text}` : markFormula(text));

/** Decodes a cell written by `textCell`. */
export const cellText = (cell: string): string => (isMarked(cell) || escapedNull.test(cell) ? cell.slice(1) : cell);

const looksLikeMore = /^(?:true|false|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)$/;

/** Encodes an untyped value as a cell; a text that would be parsed as another type is written as a JSON string. */
export function scalarCell(value: string | number | boolean | null): string {
  if (value === null) return NULL_CELL;
  if (typeof value !== 'string') return String(value);
  if (beginsFormula(value)) return markFormula(value);
  const isPlain =
    value !== '' &&
    value.trim() === value &&
    !value.startsWith('"') &&
    value !== NULL_CELL &&
    !looksLikeMore.test(value);
  return isPlain ? value : JSON.stringify(value);
}

/** Decodes a cell written by `scalarCell`. */
export function cellScalar(cell: string): string | number | boolean | null {
  if (isMarked(cell)) return cell.slice(1);
  if (cell === NULL_CELL) return null;
  if (looksLikeMore.test(cell) && Number.isFinite(Number(JSON.parse(cell)))) return JSON.parse(cell);
  return cell.startsWith('"') ? quotedText(cell) : cell;
}

/** Decodes a JSON string; returns the cell unchanged if it is not valid JSON. */
function quotedText(cell: string): string {
  try {
    const text: unknown = JSON.parse(cell);
    return typeof text === 'string' ? text : cell;
  } catch {
    return cell;
  }
}
