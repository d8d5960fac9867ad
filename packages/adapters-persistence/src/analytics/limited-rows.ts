import type { ReportPlan } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { mentioned, readsOf } from './condition-leaves.ts';
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
 * The rows of a page, limited before references are joined and stock is looked up, by index for each of them. Undefined if
 * references affect conditions or order, or if the rows come from more than one table.
 */
export function limitedRows(plan: ReportPlan, scope: Scope): Piece | undefined {
  const { from, each = [], limit, orderBy, where } = plan;
  const isPlain = from === 'customer' || from === 'stock' || (typeof from === 'object' && 'given' in from);
  if (plan.kind !== 'rows' || each.length > 0 || !isPlain) return undefined;
  if (limit === undefined && !(from === 'stock' && where.op === 'amongGiven')) return undefined;
  const deciding = { ...plan, columns: orderBy.map(({ by }) => by) };
  if (mentioned(deciding, scope).length > 0) return undefined;
  const end = endOf(plan, orderIn(scope, plan));
  const page = (columns: Piece, read?: readonly string[]) =>
    sql`select ${columns} from ${rowsFrom(from, 't', read)} where ${conditionOf(scope, where)} ${end}`;
  if (from !== 'stock') return sql`(${page(sql`t.*`)}) t`;
  return sql`(${page(sql`t.id`, readsOf(deciding).paths)}) page
    cross join lateral (select * from ${rowsFrom(from, 's')} where s.id = page.id offset 0) t`;
}
