import type { ReportPlan } from '@backroom/core/analytics';
import { type Leaf, leavesOf } from './condition-leaves.ts';
import type { Scope } from './report-scope.ts';

/** The single-row references that a plan uses. */
export function mentioned(plan: ReportPlan, scope: Scope): readonly string[] {
  const paths = plan.orderBy.map(({ by }) => by);
  const conditions = [plan.where];
  if (plan.kind === 'rows') paths.push(...plan.columns);
  else {
    paths.length = 0;
    paths.push(...Object.values(plan.keys).map(({ column }) => column));
    for (const measure of Object.values(plan.measures)) {
      if (measure.op === 'quotient') continue;
      if (measure.op === 'combinations') paths.push(...measure.of);
      else if (measure.op !== 'count') paths.push(measure.of);
      if (measure.op === 'sumOnce') paths.push(measure.per);
      if (measure.where) conditions.push(measure.where);
    }
  }
  const referenceIn = (path: string): readonly string[] =>
    Object.hasOwn(scope.relation.columns, path) || scope.columns?.has(path) ? [] : [path.slice(0, path.indexOf('.'))];
  const inLeaf = (leaf: Leaf): readonly string[] => {
    if (leaf.op === 'has') return scope.relation.referenceOf(leaf.reference).isOne ? [leaf.reference] : [];
    return leaf.op === 'fewGiven' ? [] : referenceIn(leaf.column);
  };
  return [...paths.flatMap(referenceIn), ...conditions.flatMap(leavesOf).flatMap(inLeaf)];
}
