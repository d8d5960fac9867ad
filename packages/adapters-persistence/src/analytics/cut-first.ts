import type { ReportPlan } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { mentioned } from './mentioned.ts';
import { conditionOf } from './report-conditions.ts';
import { endOf, isDemanded, orderOf } from './report-order.ts';
import { columnOf, type Piece, rowsFrom, type Scope } from './report-scope.ts';

/** The `order by` keys, with null handling only for columns that may be null. */
export const orderIn = (scope: Scope, { orderBy, where }: Pick<ReportPlan, 'orderBy' | 'where'>): readonly Piece[] =>
  orderBy.map((each) => {
    const mayBeNull = scope.relation.mayBeMissing(each.by) && !isDemanded(where, each.by);
    return orderOf(each, { kind: scope.relation.kindOf(each.by), column: columnOf(scope, each.by), mayBeNull });
  });

/**
 * The rows of a page, limited before references are joined. Undefined if references affect conditions or order, or if the
 * rows come from more than one table.
 */
export function rowsCutFirst(plan: ReportPlan, scope: Scope): Piece | undefined {
  const { from, each = [], limit } = plan;
  const isPlain = from === 'customer' || (typeof from === 'object' && 'given' in from);
  if (plan.kind !== 'rows' || limit === undefined || each.length > 0 || !isPlain) return undefined;
  if (mentioned({ ...plan, columns: plan.orderBy.map(({ by }) => by) }, scope).length > 0) return undefined;
  return sql`(
    select t.* from ${rowsFrom(from, 't')} where ${conditionOf(scope, plan.where)} ${endOf(plan, orderIn(scope, plan))}
  ) t`;
}
