import type { Condition, GroupPlan, Interval } from '../plan.ts';
import type { StatsReport } from '../stats.ts';
import type { TableName } from '../tables.ts';

/** Which rows a part of the question is about, and how they are put together. */
export interface Part {
  readonly part: 'totals' | 'intervals';
  readonly where: Condition;
  readonly bucket?: { readonly column: string; readonly interval: Interval; readonly weekStartsOn: number };
  readonly zone: string;
}

/** The name of the plan that counts totals, or intervals, over a table. */
export const planName = (part: 'totals' | 'intervals', over: TableName): string => `${part}_${over}`;

/** The rows of a part, or those of another table that lead to them, by intervals or all together. */
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
