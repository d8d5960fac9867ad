import type { ReportPlan } from '@backroom/core';
import { sql } from 'kysely';
import { mentioned } from './mentioned.ts';
import { conditionOf } from './report-conditions.ts';
import { endOf, isDemanded, orderOf } from './report-order.ts';
import { columnOf, type Piece, rowsFrom, type Scope } from './report-scope.ts';

/** The keys of an order, as far as the rows have a value there. */
export const orderIn = (scope: Scope, { orderBy, where }: Pick<ReportPlan, 'orderBy' | 'where'>): readonly Piece[] =>
  orderBy.map((each) => {
    const mayBeNull = scope.relation.mayBeMissing(each.by) && !isDemanded(where, each.by);
    return orderOf(each, { kind: scope.relation.kindOf(each.by), column: columnOf(scope, each.by), mayBeNull });
  });

/**
 * The rows of a page, where other rows are only shown beside them: those are joined when the page is cut, and not to what is not
 * on it. Undefined where they decide what is on it, or where the rows are more than the columns of one table.
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
