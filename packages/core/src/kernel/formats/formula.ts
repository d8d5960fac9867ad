/**
 * White space and invisible characters, which spreadsheets drop at the beginning of a cell. U+2800 is an empty Braille cell,
 * which Unicode counts as a symbol.
 */
const blank = '[\\p{White_Space}\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800]';
/** The signs that begin a formula, with their full-width and small forms (OWASP, CSV injection). */
const sign = '[=+\\-@＝＋－＠﹦﹢﹣﹫]';
const formula = `(?:${blank}*${sign}|[\\t\\r\\n])`;

const begins = new RegExp(`^'*${formula}`, 'u');
const marked = new RegExp(`^'+${formula}`, 'u');

/**
 * Whether a spreadsheet may evaluate a text as a formula: a sign, or a full-width form of one, after any white space, or a tab
 * or line break at the beginning. Apostrophes before it count, so that the mark of `markFormula` differs from those of the text.
 */
export const beginsFormula = (text: string): boolean => begins.test(text);

/** Escapes a text for a cell of an exported file: prefixes an apostrophe if it begins a formula. */
export const markFormula = (text: string): string => (begins.test(text) ? `'${text}` : text);

/** Whether a cell has the apostrophe of `markFormula`. */
export const isMarked = (cell: string): boolean => marked.test(cell);
