import type { ReportColumnKind, ReportCondition, ReportPlan, ReportSorting } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { inOrder, type Piece } from './report-scope.ts';

/** Whether a condition holds only if the column is not null. */
export function isDemanded(condition: ReportCondition, column: string): boolean {
  if (condition.op === 'all') return condition.of.some((each) => isDemanded(each, column));
  return 'column' in condition && condition.column === column;
}

export interface Sorted {
  readonly kind: ReportColumnKind;
  readonly column: Piece;
  readonly mayBeNull: boolean;
}

/** No null handling for columns that are never null, so that an index can be scanned in both directions. */
export function orderOf({ descending, places }: ReportSorting, { kind, column, mayBeNull }: Sorted): Piece {
  const value = places
    ? sql`coalesce(array_position(${places}::bigint[], (${column})::bigint), ${places.length + 1}::int)`
    : inOrder(kind, column);
  const nulls = mayBeNull ? (descending ? sql` nulls last` : sql` nulls first`) : sql``;
  return sql`${value} ${descending ? sql`desc` : sql`asc`}${nulls}`;
}

/** The `order by`, `limit` and `offset` clauses. */
export function endOf({ limit, offset = 0 }: ReportPlan, order: readonly Piece[]): Piece {
  const sorted = order.length === 0 ? sql`` : sql`order by ${sql.join(order)}`;
  return sql`${sorted}${limit === undefined ? sql`` : sql` limit ${limit}`}${offset === 0 ? sql`` : sql` offset ${offset}`}`;
}
