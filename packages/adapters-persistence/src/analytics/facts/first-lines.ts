import { isDeepStrictEqual } from 'node:util';
import type { GroupPlan, ReportCondition, ReportMeasure, ReportRelation } from '@backroom/core/analytics';
import { isOfOneColumn, leavesOf } from '../condition-leaves.ts';

const ofOrders: readonly ReportCondition[] = [
  { op: 'among', column: 'order.parent_id', values: [0] },
  { op: 'among', column: 'is_refund', values: [false] },
];
const first: ReportCondition = { op: 'among', column: 'first_of_product', values: [true] };

/**
 * Rewrites groups of lines by product: measures once per order become plain sums over the first line of each product on an
 * order. Applies only if conditions select all lines of a product on an order, or none.
 */
export function byFirstLines(plan: GroupPlan, relation: ReportRelation): GroupPlan {
  const columns = Object.values(plan.keys).map(({ column }) => column);
  const isByProduct = columns.includes('product_id') && columns.every(isShared);
  if (plan.from !== 'line' || plan.each || !isByProduct || !isOfAllLines(plan.where, relation)) return plan;
  const measures = Object.entries(plan.measures).map(([name, measure]) => [name, plainMeasure(measure)] as const);
  if (measures.every(([name, measure]) => plan.measures[name] === measure)) return plan;
  return { ...plan, measures: Object.fromEntries(measures) };
}

function plainMeasure(measure: ReportMeasure): ReportMeasure {
  const isOfOrders = 'where' in measure && ofOrders.some((each) => isDeepStrictEqual(each, measure.where));
  if (!isOfOrders) return measure;
  if (measure.op === 'distinct' && measure.of === 'order_id') return { op: 'count', where: first };
  const isOnce = measure.op === 'sumOnce' && measure.per === 'order_id' && measure.of.startsWith('order.');
  return isOnce ? { op: 'sum', of: measure.of, where: first } : measure;
}

/** Whether the column has the same value on all lines of a product on an order. */
const isShared = (column: string): boolean => column === 'product_id' || column.startsWith('order.');

const isOfAllLines = (condition: ReportCondition, relation: ReportRelation): boolean =>
  leavesOf(condition).every((leaf) => {
    if (leaf.op === 'has') return ['order_id', 'product_id'].includes(relation.referenceOf(leaf.reference).by[0]);
    return leaf.op === 'fewGiven' || (isShared(leaf.column) && isOfOneColumn(leaf));
  });
