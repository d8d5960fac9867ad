import type { ReportCondition } from '@backroom/core/analytics';

/** A condition other than `all`, `any` and `not`. */
export type Leaf = Exclude<ReportCondition, { op: 'all' | 'any' | 'not' }>;

/** The leaves of the tree of `all`, `any` and `not`. */
export function leavesOf(condition: ReportCondition): readonly Leaf[] {
  switch (condition.op) {
    case 'all':
    case 'any':
      return condition.of.flatMap(leavesOf);
    case 'not':
      return leavesOf(condition.of);
    default:
      return [condition];
  }
}

/** Whether a comparison is with a value, not with another column. */
export const isOfOneColumn = (leaf: Leaf): boolean => !('value' in leaf && typeof leaf.value === 'object');
