import {
  aggregatesOf,
  type GroupPlan,
  type ReportAggregate,
  type ReportCondition,
  type ReportRelation,
} from '@backroom/core/analytics';
import { isOfOneColumn, leavesOf } from '../condition-leaves.ts';

/** What measures of a plan stand for, by name. */
export type Aggregates = Readonly<Record<string, ReportAggregate>>;

const where: ReportCondition = { op: 'among', column: 'first_of_product', values: [true] };

/** Measures once per order, as plain sums over the first line of each product on an order. */
const ofFirstLines: Aggregates = {
  orders: { op: 'count', where },
  items_of_orders: { op: 'sum', of: 'order.items', where },
  net_of_orders: { op: 'sum', of: 'order.net', where },
};

/** Whether conditions and keys of lines by product select all lines of a product on an order, or none. */
export function isByFirstLines(plan: GroupPlan, relation: ReportRelation): boolean {
  const columns = Object.values(plan.keys).map(({ column }) => column);
  const isByProduct = columns.includes('product_id') && columns.every(isShared);
  const isOnce = plan.measures.some((name) => Object.hasOwn(ofFirstLines, name));
  return plan.from === 'line' && !plan.each && isOnce && isByProduct && isOfAllLines(plan.where, relation);
}

/** What the measures of a plan stand for over facts. */
export function factAggregates(plan: GroupPlan, relation: ReportRelation): Aggregates {
  const all = aggregatesOf(plan);
  if (!isByFirstLines(plan, relation)) return all;
  return Object.fromEntries(Object.entries(all).map(([name, each]) => [name, ofFirstLines[name] ?? each]));
}

/** Whether the column has the same value on all lines of a product on an order. */
const isShared = (column: string): boolean => column === 'product_id' || column.startsWith('order.');

const isOfAllLines = (condition: ReportCondition, relation: ReportRelation): boolean =>
  leavesOf(condition).every((leaf) => {
    if (leaf.op === 'has') return ['order_id', 'product_id'].includes(relation.referenceOf(leaf.reference).by[0]);
    return leaf.op === 'fewGiven' || (isShared(leaf.column) && isOfOneColumn(leaf));
  });
