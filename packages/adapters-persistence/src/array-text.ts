import { type RawBuilder, sql } from 'kysely';

/** Types whose values need no quotes inside an array: digits, signs, and words of our own. */
const bare: ReadonlySet<string> = new Set(['int', 'bigint', 'boolean', 'date', 'timestamp', 'timestamptz']);

/**
 * Values of one type as an array, for a statement whose text is the same however many there are. The driver makes the same
 * of a list, but it has to look at every value to know how to write it, which for thousands of rows takes longer than all else.
 */
export function arrayOf(type: string, values: readonly unknown[]): RawBuilder<unknown> {
  if (type === 'json') return sql`string_to_array(${linesOf(values)}, ${sql.lit('\n')}, '')::json[]`;
  const write = bare.has(type) ? plain : quoted;
  const text = `{${values.map((value) => (value === null ? 'NULL' : write(value))).join(',')}}`;
  return sql`${text}::${sql.raw(type)}[]`;
}

/** JSON has no line breaks but those that it escapes, so that documents need no quotes of their own; an empty line is none. */
const linesOf = (documents: readonly unknown[]): string =>
  documents.map((document) => (document === null ? '' : JSON.stringify(document))).join('\n');

const plain = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

const special = /["\\]/;

function quoted(value: unknown): string {
  const text = String(value);
  return special.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}
