import type { ReportCondition } from '@backroom/core';

/** A condition that is not put together from others of the same rows. */
export type Leaf = Exclude<ReportCondition, { op: 'all' | 'any' | 'not' }>;

/** What a condition is put together from with `all`, `any` and `not`. */
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

/** Whether a comparison is not one of two columns. */
export const isOfOneColumn = (leaf: Leaf): boolean => !('value' in leaf && typeof leaf.value === 'object');
