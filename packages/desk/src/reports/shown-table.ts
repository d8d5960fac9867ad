import type { ReportRow } from '../data/answers.ts';

/** A table as it is on the screen: what is copied, and written into a file. */
export interface ShownTable {
  readonly columns: readonly ShownColumn[];
  readonly rows: readonly ReportRow[];
}

interface ShownColumn {
  readonly label: string;
  /** The plain value of a cell: numbers with a point, without signs of currency. */
  readonly text: (row: ReportRow) => string;
}

const cellsOf = ({ columns, rows }: ShownTable): readonly (readonly string[])[] => [
  columns.map(({ label }) => label),
  ...rows.map((row) => columns.map(({ text }) => text(row))),
];

/** Rows divided by tabs, as spreadsheets take them from the clipboard. */
export const asTabs = (table: ShownTable): string =>
  cellsOf(table)
    .map((cells) => cells.map((cell) => cell.replace(/[\t\n\r]+/g, ' ')).join('\t'))
    .join('\n');

/** Signs that begin a formula in a spreadsheet. */
const formula = /^(?:\s*[=+\-@＝＋－＠﹢﹣]|[\t\r\n])/;
const plainNumber = /^-?\d+(?:\.\d+)?$/;

const csvCell = (text: string): string => {
  const safe = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A file of comma-separated values (RFC 4180); a text that would be a formula is marked as a text. */
export const asCsv = (table: ShownTable): string =>
  cellsOf(table)
    .map((cells) => `${cells.map(csvCell).join(',')}\r\n`)
    .join('');
