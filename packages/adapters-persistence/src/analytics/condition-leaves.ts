import { aggregatesOf, type ReportCondition, type ReportPlan } from '@backroom/core/analytics';
import type { Aggregates } from './facts/first-lines.ts';
import type { Scope } from './report-scope.ts';

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

/** What a plan reads: columns by their paths, and references. */
interface Reads {
  readonly paths: readonly string[];
  readonly references: readonly string[];
}

/** What a plan reads of its rows and of those behind them. */
export function readsOf(plan: ReportPlan, aggregates?: Aggregates): Reads {
  const conditions = [plan.where];
  const paths =
    plan.kind === 'rows'
      ? [...plan.orderBy.map(({ by }) => by), ...plan.columns]
      : Object.values(plan.keys).map(({ column }) => column);
  if (plan.kind === 'groups') {
    for (const measure of Object.values(aggregates ?? aggregatesOf(plan))) {
      if (measure.op === 'quotient') continue;
      if (measure.op === 'combinations') paths.push(...measure.of);
      else if (measure.op !== 'count') paths.push(measure.of);
      if (measure.op === 'sumOnce') paths.push(measure.per);
      if (measure.where) conditions.push(measure.where);
    }
  }
  const leaves = conditions.flatMap(leavesOf);
  const references = leaves.flatMap((leaf) => (leaf.op === 'has' ? [leaf.reference] : []));
  const compared = leaves.flatMap((leaf) => ('column' in leaf ? [leaf.column] : []));
  const others = leaves.flatMap((leaf) =>
    'value' in leaf && typeof leaf.value === 'object' ? [leaf.value.column] : [],
  );
  return { paths: [...paths, ...compared, ...others], references };
}

/** The single-row references that a plan uses. */
export function mentioned(plan: ReportPlan, { relation, columns }: Scope, aggregates?: Aggregates): readonly string[] {
  const { paths, references } = readsOf(plan, aggregates);
  const behind = paths.filter((path) => !Object.hasOwn(relation.columns, path) && !columns?.has(path));
  return [
    ...behind.map((path) => path.slice(0, path.indexOf('.'))),
    ...references.filter((reference) => relation.referenceOf(reference).isOne),
  ];
}
