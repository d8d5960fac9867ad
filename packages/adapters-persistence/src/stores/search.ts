import { fold } from '@backroom/core/kernel';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';

/** The search column of several texts: each folded, joined by line breaks. */
export const searchText = (...texts: readonly (string | null | undefined)[]): string =>
  texts
    .filter((text) => text != null)
    .map(fold)
    .join('\n');

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
