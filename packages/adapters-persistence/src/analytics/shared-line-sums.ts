import { type GroupPlan, type Question, reportRelation } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { noneOf } from './facts/usual-status.ts';
import { divide, monthsIn, type Ranged, rangeOf } from './plan-range.ts';
import type { Piece } from './report-scope.ts';
import { dayColumn } from './roll-ups/day-sums.ts';
import { excludedBy } from './roll-ups/summary-fit.ts';
import { totalOf } from './roll-ups/total.ts';

/** A plan that reads line sums by product, which several plans share. */
export interface SharedLineSums {
  readonly plan: GroupPlan;
  /** CTE of the sums by product, before the first plan that reads it. */
  readonly part: Piece;
  /** The groups of the plan, computed from those sums. */
  readonly groups: Piece;
}

interface Summed {
  readonly plan: GroupPlan;
  readonly ranged: Ranged;
  readonly excluded: readonly string[];
  readonly isOfCategories: boolean;
  /** The summed column of each measure, by name. */
  readonly sums: Readonly<Record<string, string>>;
}

/**
 * Plans that sum lines by category, with those that sum the same lines by product: lines are read once for all of them, and
 * categories are joined with few products instead of many lines.
 */
export function sharedLineSums(question: Question): ReadonlyMap<string, SharedLineSums> {
  const sought = new Map<string, [name: string, summed: Summed][]>();
  for (const [name, plan] of Object.entries(question)) {
    const summed = plan.kind === 'groups' && plan.from === 'line' ? summedOf(plan, question) : undefined;
    if (!summed) continue;
    const { ranged, excluded } = summed;
    const key = JSON.stringify([ranged.date, ranged.after, ranged.before, excluded]);
    sought.set(key, [...(sought.get(key) ?? []), [name, summed]]);
  }
  const all = [...sought.values()].filter((plans) => plans.some(([, { isOfCategories }]) => isOfCategories));
  return new Map(all.flatMap((plans, index) => readOnce(`sold_${index}`, plans)));
}

const category = 'categories.category_id';
/** The groups that read sums by product, by what repeats the lines and their key. */
const grounds: Readonly<Record<string, 'products' | 'categories'>> = {
  ' product_id': 'products',
  [`categories ${category}`]: 'categories',
};
/** The summed columns of measures. */
const columnOf: Readonly<Record<string, string>> = {
  items: 'quantity',
  net: 'net',
  total: 'gross',
  coupon: 'coupon',
  tax: 'tax',
  shipping: 'shipping',
};

/**
 * Plain sums over whole days by product, or by direct categories; undefined for ranges with whole months, which have
 * roll-ups.
 */
function summedOf(plan: GroupPlan, question: Question): Summed | undefined {
  const [key, ...others] = Object.values(plan.keys);
  const ground = grounds[`${(plan.each ?? []).join()} ${key?.column}`];
  if (plan.from !== 'line' || plan.counts || others.length > 0 || !ground) return undefined;
  const isOfCategories = ground === 'categories';
  const relation = reportRelation(plan, question);
  const ranged = rangeOf(plan, relation);
  const { days, cuts } = ranged ? divide(ranged) : { days: undefined, cuts: [] };
  if (!ranged || !days || cuts.length > 0 || monthsIn(days).whole) return undefined;
  const rest = ranged.rest.filter((each) => !(each.op === 'known' && each.column === category));
  const excluded = rest.length === 1 && rest[0] ? excludedBy(rest[0], 'order.status') : undefined;
  if (!excluded || (isOfCategories && rest.length === ranged.rest.length)) return undefined;
  const sums: Record<string, string> = {};
  for (const name of plan.measures) {
    const column = columnOf[name];
    if (column === undefined) return undefined;
    sums[name] = column;
  }
  return { plan, ranged, excluded, isOfCategories, sums };
}

function readOnce(
  name: string,
  plans: readonly (readonly [string, Summed])[],
): readonly (readonly [string, SharedLineSums])[] {
  const [[, first] = []] = plans;
  if (!first) return [];
  const { ranged, excluded } = first;
  const columns = [...new Set(plans.flatMap(([, { sums }]) => Object.values(sums)))];
  const sums = columns.map((column) => sql`, ${totalOf(sql.id(column))} as ${sql.id(column)}`);
  const isCounted = noneOf(sql.id('status'), excluded, sql`status <> all(${excluded}::text[])`);
  const part = sql`${sql.id(name)} as materialized (
    select product_id${sql.join(sums, sql``)} from line_fact
    where ${isCounted} and ${dayColumn(ranged.date)} between ${ranged.after.slice(0, 10)}::date and ${ranged.before.slice(0, 10)}::date
    group by 1)`;
  return plans.map(([each, summed]) => [each, { plan: summed.plan, part, groups: groupsFrom(name, summed) }]);
}

function groupsFrom(sold: string, { plan, isOfCategories, sums }: Summed): Piece {
  const [key = ''] = Object.keys(plan.keys);
  const all = Object.entries(sums);
  if (!isOfCategories) {
    const columns = all.map(([name, column]) => sql`, ${sql.id(column)} as ${sql.id(name)}`);
    return sql`select product_id as ${sql.id(key)}${sql.join(columns, sql``)} from ${sql.id(sold)}`;
  }
  const columns = all.map(([name, column]) => sql`, ${totalOf(sql.id(column))} as ${sql.id(name)}`);
  return sql`select h.category_id as ${sql.id(key)}${sql.join(columns, sql``)} from ${sql.id(sold)}
    join product_category_link h using (product_id) group by 1`;
}
