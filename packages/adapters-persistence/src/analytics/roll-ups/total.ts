import { sql } from 'kysely';
import type { Piece } from '../report-scope.ts';

/**
 * Sum of integers as bigint; 0 without rows. `sum` of PostgreSQL adds bigints as numeric, which takes several times as long. An
 * overflow is an error.
 */
export const total = (value: string): string => `total(${value})`;

/** The same of a part of a statement. */
export const totalOf = (value: Piece): Piece => sql`total(${value})`;

/** Columns of totals by their names, separated by commas; `of` makes what is summed of each value. */
export const totals = (
  values: Readonly<Record<string, string>>,
  of: (value: string) => string = (value) => value,
): string =>
  Object.entries(values)
    .map(([name, value]) => `${total(of(value))} as ${name}`)
    .join(', ');
