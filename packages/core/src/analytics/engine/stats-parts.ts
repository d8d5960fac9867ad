import type { Condition, GroupPlan, Interval } from '../plan.ts';
import type { StatsReport } from '../stats.ts';
import type { TableName } from '../tables.ts';

/** Rows covered by the totals or the intervals of a stats report, and their grouping. */
export interface Part {
  readonly part: 'totals' | 'intervals';
  readonly where: Condition;
  readonly bucket?: { readonly column: string; readonly interval: Interval; readonly weekStartsOn: number };
  readonly zone: string;
}

/** Name of the plan that counts totals or intervals over a table. */
export const planName = (part: 'totals' | 'intervals', over: TableName): string => `${part}_${over}`;

/** Plans the rows of a part, or the rows of another table that reference them, grouped by interval if there is one. */
export function partPlan(
  { from, back }: StatsReport,
  { where, bucket, zone }: Part,
  { over, by = back }: { readonly over: TableName; readonly by?: string },
): Omit<GroupPlan, 'measures'> {
  const isOwn = over === from;
  const path = (column: string): string => (isOwn || column.startsWith('order.') ? column : `${back}.${column}`);
  return {
    kind: 'groups',
    from: over,
    where: isOwn ? where : { op: 'has', reference: by, where },
    keys: bucket ? { interval: { ...bucket, column: path(bucket.column) } } : {},
    orderBy: [],
    zone,
  };
}
