import { type RawBuilder, sql } from 'kysely';

/** Types whose values need no quotes inside an array and are joined as they are: digits, and words of our own. */
const bare: ReadonlySet<string> = new Set(['int', 'bigint', 'boolean', 'date', 'timestamp']);

/**
 * Values of one type as an array, for a statement whose text is the same however many there are. The driver makes the same
 * of a list, but it has to look at every value to know how to write it, which for thousands of rows takes longer than all else.
 */
export function arrayOf(type: string, values: readonly unknown[]): RawBuilder<unknown> {
  if (type === 'json') return sql`string_to_array(${linesOf(values)}, ${sql.lit('\n')}, '')::json[]`;
  return sql`${`{${textsOf(type, values).join(',')}}`}::${sql.raw(type)}[]`;
}

function textsOf(type: string, values: readonly unknown[]): readonly unknown[] {
  if (!bare.has(type)) return values.map(type === 'timestamptz' ? instant : quoted);
  return values.includes(null) ? values.map((value) => value ?? 'NULL') : values;
}

/** JSON has no line breaks but those that it escapes, so that documents need no quotes of their own; an empty line is none. */
const linesOf = (documents: readonly unknown[]): string =>
  documents.map((document) => (document === null ? '' : JSON.stringify(document))).join('\n');

const instant = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : (value ?? 'NULL'));

const special = /["\\]/;

function quoted(value: unknown): string {
  if (value === null) return 'NULL';
  const text = String(value);
  return special.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}
