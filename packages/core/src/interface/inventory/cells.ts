import { beginsFormula, isMarked, markFormula } from '../../kernel/formats/formula.ts';

/** The cell that says null; an empty one says nothing. */
export const NULL_CELL = '\\N';

const escapedNull = /^\\{2,}N$/;

/** A text as a cell: never a formula to a spreadsheet, and never to be taken for null. */
export const textCell = (text: string): string => (/^\\+N$/.test(text) ? `\\${text}` : markFormula(text));

/** The text of a cell that `textCell` made. */
export const cellText = (cell: string): string => (isMarked(cell) || escapedNull.test(cell) ? cell.slice(1) : cell);

const looksLikeMore = /^(?:true|false|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)$/;

/** A value without a declared type as a cell: a text that would be read as something else stands in JSON's quotes. */
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

/** The value of a cell that `scalarCell` made. */
export function cellScalar(cell: string): string | number | boolean | null {
  if (isMarked(cell)) return cell.slice(1);
  if (cell === NULL_CELL) return null;
  if (looksLikeMore.test(cell) && Number.isFinite(Number(JSON.parse(cell)))) return JSON.parse(cell);
  return cell.startsWith('"') ? quotedText(cell) : cell;
}

/** The text between JSON's quotes; what only begins like one is a text itself. */
function quotedText(cell: string): string {
  try {
    const text: unknown = JSON.parse(cell);
    return typeof text === 'string' ? text : cell;
  } catch {
    return cell;
  }
}
