/**
 * Characters that could forge a line, or reverse its direction, in a viewer of the log: control characters, line
 * separators, bidirectional marks.
 */
const dangerous = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;

/** Maximum length of a changed value, in characters. */
const LONGEST_VALUE = 200;

/** A text cut to `longest` characters, with control characters escaped: a line feed is `\x0a`. */
export function plainText(text: string, longest: number): string {
  // Bounds the work for long input; `longest` characters are at most twice as many code units.
  const isWhole = text.length <= 2 * longest;
  const characters = [
    ...text
      .slice(0, 2 * longest)
      .toWellFormed()
      .replace(dangerous, spell),
  ];
  if (isWhole && characters.length <= longest) return characters.join('');
  return `${characters.slice(0, longest - 1).join('')}…`;
}

function spell(character: string): string {
  const code = character.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
}

/** A value as stored in an entry: texts cut, dates as ISO texts, lists and objects as JSON. */
export function plainValue(value: unknown): string | number | boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string') return plainText(value, LONGEST_VALUE);
  if (value === null || value === undefined) return null;
  const text = value instanceof Date ? value.toISOString() : (JSON.stringify(value) ?? null);
  return text === null ? null : plainText(text, LONGEST_VALUE);
}
