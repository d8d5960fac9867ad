import { type GroupPlan, type Question, type ReportRelation, reportRelation } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { rangeOf } from './plan-range.ts';
import { givenName, type Piece } from './report-scope.ts';
import type { FollowedRules } from './roll-ups/followed-rules.ts';
import { excludedBy } from './roll-ups/summary-fit.ts';

/** A source of totals of customers: a row for each existing customer that has any. */
export interface CustomerTotals {
  /** Unique name, reported to `onSource`. */
  readonly name: string;
  /** The `from` item, with the alias `t`. */
  readonly rows: Piece;
  /** SQL of each path of the plan in terms of such a row. */
  readonly columns: ReadonlyMap<string, Piece>;
  /** Paths by which an index orders the rows: the ids of a page in such an order are selected before its rows are read. */
  readonly indexed: ReadonlySet<string>;
  /** Run-time condition of this source; undefined for always. Of several sources exactly one holds. */
  readonly when?: Piece;
}

/** Reference from customers to their totals. */
export const SPENT = 'spent';

const columnsOf = (columns: Readonly<Record<string, string>>): ReadonlyMap<string, Piece> =>
  new Map(
    Object.entries(columns).map(([name, column]) => [name === 'id' ? name : `${SPENT}.${name}`, sql.raw(column)]),
  );

const columnsOfAllTime = columnsOf({
  id: 't.customer_id',
  orders: 't.orders_count',
  total: 't.total_spend',
  average: 't.average_value',
  last_order: 't.last_order_at',
});

/** Totals of all time: `customer_fact` has a row for each customer. */
export const totalsOfAllTime: CustomerTotals = {
  name: 'customers ever',
  indexed: new Set(columnsOfAllTime.keys()),
  rows: sql`(select * from customer_fact where is_listed) t`,
  columns: columnsOfAllTime,
};

/** Every buyer has a row in `customer_fact`; the list of those without a customer is short. */
const isListed = sql`customer_id not in (select customer_id from customer_fact where not is_listed)`;

interface TotalsOptions {
  /** Computes the totals in a range. */
  readonly plan: GroupPlan;
  readonly name: string;
  readonly earlier: Question;
  readonly rules: FollowedRules;
}

/** Totals in a range: computed, or read from `customer_year` if the range covers all orders of a year. */
export function totalsInRange({ plan, name, earlier, rules }: TotalsOptions): readonly CustomerTotals[] {
  const counted: CustomerTotals = {
    name: 'customers of a range',
    indexed: new Set(),
    rows: sql`(select * from ${sql.id(givenName(name))} where ${isListed}) t`,
    columns: new Map([
      ['id', sql.id('t', 'customer_id')],
      ...plan.measures.map((path) => [`${SPENT}.${path}`, sql.id('t', path)] as const),
    ]),
  };
  const kept = ofYear(plan, reportRelation(plan, earlier), rules);
  return kept ? [kept, { ...counted, when: sql`not ${kept.when}` }] : [counted];
}

/** The source for a range that covers all orders of one year; undefined otherwise. */
function ofYear(
  plan: GroupPlan,
  relation: ReportRelation,
  rules: FollowedRules,
): (CustomerTotals & { readonly when: Piece }) | undefined {
  const ranged = rangeOf(plan, relation);
  if (plan.from !== 'order' || ranged?.date !== 'created') return undefined;
  const { after, before, rest } = ranged;
  const excluded = rest.length === 1 && rest[0] ? excludedBy(rest[0], 'status') : undefined;
  const year = after.slice(0, 4);
  if (!excluded || after > before || year !== before.slice(0, 4)) return undefined;
  if (plan.counts || !plan.measures.every((name) => Object.hasOwn(ofYears, name))) return undefined;
  if (!rules.meet({ excluded })) return undefined;
  const known = plan.measures.map((name) => [name, ofYears[name] ?? ''] as const);
  const isEmpty = (first: Piece, last: Piece) =>
    sql`not exists (select from order_fact where created_at ${first} and created_at ${last})`;
  const earlier = isEmpty(sql`>= ${`${year}-01-01`}::timestamp`, sql`< ${after}::timestamp`);
  const later = isEmpty(sql`> ${before}::timestamp`, sql`<= ${`${year}-12-31 23:59:59`}::timestamp`);
  return {
    name: 'customers of a year',
    indexed: new Set([`${SPENT}.total`]),
    rows: sql`(select * from customer_year where year = ${Number(year)}::int and ${isListed}) t`,
    columns: columnsOf({ id: 't.customer_id', ...Object.fromEntries(known) }),
    when: sql`(${earlier} and ${later})`,
  };
}

/** The measures that `customer_year` has; groups return timestamps as text. */
const ofYears: Readonly<Record<string, string>> = {
  orders: 't.orders',
  total: 't.spend',
  average: 'coalesce(round(t.spend::numeric / nullif(t.orders, 0)), 0)::bigint',
  last_order: "to_char(t.last_order_at, 'YYYY-MM-DD HH24:MI:SS')",
};
