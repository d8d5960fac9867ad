/** Types whose values need no quotes inside an array: digits, signs, and words of our own. */
const bare: ReadonlySet<string> = new Set(['int', 'bigint', 'boolean', 'date', 'timestamp', 'timestamptz']);

/**
 * Values of one type as the text of an array. The driver makes the same of a list, but it has to look at every value to
 * know how to write it, which for thousands of rows takes longer than all else.
 */
export function arrayText(type: string, values: readonly unknown[]): string {
  const write = bare.has(type) ? String : quoted;
  return `{${values.map((value) => (value === null ? 'NULL' : write(value))).join(',')}}`;
}

const special = /["\\]/;

function quoted(value: unknown): string {
  const text = String(value);
  return special.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}
