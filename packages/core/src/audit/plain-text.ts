/**
 * What could forge a line, or turn the direction of one, in whatever shows the log: control characters, separators of
 * lines, marks of direction.
 */
const dangerous = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;

/** Longest text of a changed value, in characters. */
const LONGEST_VALUE = 200;

/** A text of at most so many characters, in which control characters are spelled out: a line feed is `\x0a`. */
export function plainText(text: string, longest: number): string {
  // Beyond this nothing can be left after the cut, and what is sent may be long.
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

/** A value as it may stand in an entry: texts cut, moments as texts, lists and objects as their JSON. */
export function plainValue(value: unknown): string | number | boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string') return plainText(value, LONGEST_VALUE);
  if (value === null || value === undefined) return null;
  const text = value instanceof Date ? value.toISOString() : (JSON.stringify(value) ?? null);
  return text === null ? null : plainText(text, LONGEST_VALUE);
}
