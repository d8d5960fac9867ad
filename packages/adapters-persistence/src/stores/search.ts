import { fold } from '@backroom/core';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';

/** The folded form of several texts that are searched together. */
export const searchText = (...texts: readonly (string | null | undefined)[]): string =>
  texts
    .filter((text) => text != null)
    .map(fold)
    .join('\n');

/** What a folded column is like that contains the wanted text; `%`, `_` and `\` stand for themselves. */
export const pattern = (wanted: string): string => `%${fold(wanted).replace(/[\\%_]/g, '\\$&')}%`;

/** Whether a folded column contains the wanted text. */
export const contains = (column: Expression<string | null>, wanted: string): Expression<SqlBool> =>
  sql<SqlBool>`${column} like ${pattern(wanted)}`;

/** All conditions together; none at all is always true. */
export const every = <DB, T extends keyof DB>(
  eb: ExpressionBuilder<DB, T>,
  conditions: readonly (Expression<SqlBool> | undefined)[],
): Expression<SqlBool> => eb.and(conditions.filter((condition) => condition !== undefined));
