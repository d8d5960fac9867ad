import { type RawBuilder, sql } from 'kysely';

/** Types whose values are joined without quotes: digits and fixed keywords. */
const bare: ReadonlySet<string> = new Set(['int', 'bigint', 'boolean', 'date', 'timestamp']);

/**
 * Array parameter of one type, so that the statement text is independent of the number of values. The driver can also encode
 * lists, but inspects every value, which dominates the run time for thousands of rows.
 */
export function arrayOf(type: string, values: readonly unknown[]): RawBuilder<unknown> {
  if (type === 'json') return sql`string_to_array(${linesOf(values)}, ${sql.lit('\n')}, '')::json[]`;
  return sql`${arrayText(type, values)}::${sql.raw(type)}[]`;
}

/** The text of an array of any other type. */
export const arrayText = (type: string, values: readonly unknown[]): string => `{${textsOf(type, values).join(',')}}`;

function textsOf(type: string, values: readonly unknown[]): readonly unknown[] {
  if (!bare.has(type)) return values.map(type === 'timestamptz' ? instant : quoted);
  return values.includes(null) ? values.map((value) => value ?? 'NULL') : values;
}

/** JSON text has no raw line breaks, so documents need no quoting; an empty line encodes null. */
const linesOf = (documents: readonly unknown[]): string =>
  documents.map((document) => (document === null ? '' : JSON.stringify(document))).join('\n');

const instant = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : (value ?? 'NULL'));

const special = /["\\]/;

function quoted(value: unknown): string {
  if (value === null) return 'NULL';
  const text = String(value);
  return special.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}
