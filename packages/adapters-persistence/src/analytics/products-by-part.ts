import type { GroupPlan, ReportCondition, ReportRelation } from '@backroom/core/analytics';
import { reportRelation } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { isOfOneColumn, type Leaf, leavesOf } from './condition-leaves.ts';
import { candidatesOf } from './distinct-products.ts';
import { partKinds, repeated, unnestListed } from './facts/order-parts.ts';
import { divide, type Ranged, rangeOf } from './plan-range.ts';
import { conditionOf } from './report-conditions.ts';
import type { Piece, Scope } from './report-scope.ts';
import type { FollowedRules } from './roll-ups/followed-rules.ts';

/** What is counted by product, by the table, the joined parts, the key and the measure of a plan. */
const counts: Readonly<Record<string, (counting: Counting) => Piece>> = {
  'line product_id customers': customersOf,
  'coupon lines lines.product_id coupons': couponsOf,
};

interface Counting {
  /** Name of the key. */
  readonly key: string;
  /** Name of the measure. */
  readonly name: string;
  readonly ranged: Ranged;
  /** Predicate on the rows of `order_part`, with the alias `part`. */
  readonly where: Piece;
}

/**
 * Distinct customers or coupons of each product over whole days, from the index of orders by part; undefined for other plans.
 */
export function countedByProduct(plan: GroupPlan, relation: ReportRelation, rules: FollowedRules): Piece | undefined {
  const [[key, { column = '' } = {}] = ['', {}], ...otherKeys] = Object.entries(plan.keys);
  const [name, ...otherMeasures] = plan.measures;
  if (otherKeys.length > 0 || otherMeasures.length > 0 || plan.counts) return undefined;
  const count = counts[[plan.from, ...(plan.each ?? []), column, name].join(' ')];
  const ranged = rangeOf(plan, relation);
  if (!count || name === undefined || !ranged || divide(ranged).cuts.length > 0) return undefined;
  if (!ranged.rest.flatMap(leavesOf).every((leaf) => isAnswered(leaf, column))) return undefined;
  if (!rules.meet({ date: ranged.date })) return undefined;
  return count({ key, name, ranged, where: whereOf(ranged, column) });
}

/** All rows have a product; every other condition is on the order. */
const isAnswered = (leaf: Leaf, product: string): boolean => {
  if (leaf.op === 'fewGiven') return true;
  if (leaf.op === 'has' || leaf.op === 'amongGiven' || !isOfOneColumn(leaf)) return false;
  if (leaf.op === 'known') return leaf.column === product;
  return leaf.column.startsWith('order.') && repeated.has(leaf.column.slice('order.'.length));
};

function whereOf({ after, before, rest }: Ranged, product: string): Piece {
  const relation = reportRelation({ from: 'line' }, {});
  const columns = new Map([...repeated].map((name) => [`order.${name}`, sql.id('part', name)] as const));
  const scope: Scope = { relation, alias: 'part', joined: new Map(), zone: 'UTC', columns };
  const others = rest.filter((each: ReportCondition) => !(each.op === 'known' && each.column === product));
  return sql`part.day between ${after.slice(0, 10)} and ${before.slice(0, 10)}
    and ${conditionOf(scope, { op: 'all', of: others })}`;
}

/** Product by product, because the rows of one are together in the index: no sort of all lines. */
function customersOf({ key, name, ranged, where }: Counting): Piece {
  return sql`
    select one.id as ${sql.id(key)}, sold.customers as ${sql.id(name)} from ${candidatesOf(ranged)} cross join lateral (
      select count(distinct part.customer_id) as customers from order_part part
      where part.kind = ${sql.lit(partKinds.product)} and part.part_id = one.id and ${where}
    ) sold where sold.customers > 0`;
}

/** From the orders with coupons, which are few, and the products that they list. */
function couponsOf({ key, name, where }: Counting): Piece {
  const { each } = unnestListed('part', 'product_id');
  return sql`
    select product_id as ${sql.id(key)}, count(*) as ${sql.id(name)} from (
      select distinct part.part_id, ${each} as product_id from order_part part
      where part.kind = ${sql.lit(partKinds.coupon)} and ${where}
    ) used group by 1`;
}
