import { fold } from '@backroom/core/kernel';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';

/** The search column of several texts: each folded, joined by line breaks. */
export const searchText = (...texts: readonly (string | null | undefined)[]): string =>
  texts
    .filter((text) => text != null)
    .map(fold)
    .join('\n');

/** Bytes of each text in a search column that an index holds; an entry of an index has at most 2,704. */
const INDEXED = 800;
const encoder = new TextEncoder();
const encoded = new Uint8Array(INDEXED);

/** The search column of at most three texts; an index holds it, so each is cut after 800 bytes. */
export const indexedSearchText = (...texts: readonly [string, string?, string?]): string =>
  searchText(...texts.map((text) => text && cut(fold(text))));

const cut = (text: string): string => text.slice(0, encoder.encodeInto(text, encoded).read);

/** The `like` pattern of a substring search in a folded column; `%`, `_` and `\` are escaped. */
export const pattern = (text: string): string => `%${fold(text).replace(/[\\%_]/g, '\\$&')}%`;

/** Predicate: a folded column contains the text. */
export const contains = (column: Expression<string | null>, text: string): Expression<SqlBool> =>
  sql<SqlBool>`${column} like ${pattern(text)}`;

/** Conjunction of the defined predicates; true without any. */
export const every = <DB, T extends keyof DB>(
  eb: ExpressionBuilder<DB, T>,
  conditions: readonly (Expression<SqlBool> | undefined)[],
): Expression<SqlBool> => eb.and(conditions.filter((condition) => condition !== undefined));
