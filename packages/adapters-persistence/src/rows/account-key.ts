import { p } from '@mikro-orm/core';
import { AppUserRow } from './app-user.row.ts';

/**
 * A column that references an account. Its foreign key has the name that PostgreSQL gives to one declared in the table.
 * @param onDelete - what the removal of the account does to the row
 */
export const accountKey = <Column extends string>(
  table: string,
  column: Column,
  onDelete: 'cascade' | 'set null' | 'no action',
) =>
  p
    .manyToOne(AppUserRow)
    .fieldName(column)
    .deleteRule(onDelete)
    .updateRule('no action')
    .foreignKeyName(`${table}_${column}_fkey`);
