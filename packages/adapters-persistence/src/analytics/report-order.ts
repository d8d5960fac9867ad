import type { ReportColumnKind, ReportCondition, ReportPlan, ReportSorting } from '@backroom/core';
import { sql } from 'kysely';
import { inOrder, type Piece } from './report-scope.ts';

/** Whether a condition holds only where the column has a value. */
export function isDemanded(condition: ReportCondition, column: string): boolean {
  if (condition.op === 'all') return condition.of.some((each) => isDemanded(each, column));
  return 'column' in condition && condition.column === column;
}

/** A column that rows are sorted by. */
export interface Sorted {
  readonly kind: ReportColumnKind;
  readonly column: Piece;
  readonly mayBeNull: boolean;
}

/** Nothing is said about what has no value where everything has one, so that an index can be used either way round. */
export function orderOf({ descending, places }: ReportSorting, { kind, column, mayBeNull }: Sorted): Piece {
  const value = places
    ? sql`coalesce(array_position(${places}::bigint[], (${column})::bigint), ${places.length + 1}::int)`
    : inOrder(kind, column);
  const nulls = mayBeNull ? (descending ? sql` nulls last` : sql` nulls first`) : sql``;
  return sql`${value} ${descending ? sql`desc` : sql`asc`}${nulls}`;
}

/** In which order, how many, and behind how many others. */
export function endOf({ limit, offset = 0 }: ReportPlan, order: readonly Piece[]): Piece {
  const sorted = order.length === 0 ? sql`` : sql`order by ${sql.join(order)}`;
  return sql`${sorted}${limit === undefined ? sql`` : sql` limit ${limit}`}${offset === 0 ? sql`` : sql` offset ${offset}`}`;
}
