import { isDeepStrictEqual } from 'node:util';
import {
  type GroupPlan,
  type Question,
  type ReportMeasure,
  type ReportRelation,
  reportRelation,
} from '@backroom/core/analytics';
import { sql } from 'kysely';
import { rangeOf } from './plan-range.ts';
import { givenName, type Piece } from './report-scope.ts';
import { excludedBy } from './roll-ups/summary-fit.ts';
import { areReadable } from './roll-ups/summary-rows.ts';

/** A source of totals of customers: a row for each existing customer that has any. */
export interface Bought {
  /** Unique name, reported to `onSource`. */
  readonly name: string;
  /** The `from` item, with the alias `t`. */
  readonly rows: Piece;
  /** SQL of each path of the plan in terms of such a row. */
  readonly columns: ReadonlyMap<string, Piece>;
  /** Whether an index provides the order, so that the ids of a page are selected before its rows are read. */
  readonly isIndexed: boolean;
  /** Run-time condition of this source; undefined for always. Of several sources exactly one holds. */
  readonly when?: Piece;
}

/** Reference from customers to their totals. */
export const SPENT = 'spent';

const columnsOf = (columns: Readonly<Record<string, string>>): ReadonlyMap<string, Piece> =>
  new Map(
    Object.entries(columns).map(([name, column]) => [name === 'id' ? name : `${SPENT}.${name}`, sql.raw(column)]),
  );

/** Totals of all time: `customer_fact` has a row for each customer. */
export const boughtEver: Bought = {
  name: 'customers ever',
  isIndexed: true,
  rows: sql`(select * from customer_fact where is_listed) t`,
  columns: columnsOf({
    id: 't.customer_id',
    orders: 't.orders_count',
    spend: 't.total_spend',
    average: 't.average_value',
    last_order: 't.last_order_at',
  }),
};

/** Every buyer has a row in `customer_fact`; the list of those without a customer is short. */
const isListed = sql`customer_id not in (select customer_id from customer_fact where not is_listed)`;

interface BoughtOptions {
  /** Computes the totals in a range. */
  readonly plan: GroupPlan;
  readonly name: string;
  readonly earlier: Question;
}

/** Totals in a range: computed, or read from `customer_year` if the range covers all orders of a year. */
export function boughtInRange({ plan, name, earlier }: BoughtOptions): readonly Bought[] {
  const paths = Object.keys(plan.measures);
  const counted: Bought = {
    name: 'customers of a range',
    isIndexed: false,
    rows: sql`(select * from ${sql.id(givenName(name))} where ${isListed}) t`,
    columns: new Map([
      ['id', sql.id('t', 'customer_id')],
      ...paths.map((path) => [`${SPENT}.${path}`, sql.id('t', path)] as const),
    ]),
  };
  const kept = ofYear(plan, reportRelation(plan, earlier));
  return kept ? [kept, { ...counted, when: sql`not ${kept.when}` }] : [counted];
}

/** The source for a range that covers all orders of one year; undefined otherwise. */
function ofYear(plan: GroupPlan, relation: ReportRelation): (Bought & { readonly when: Piece }) | undefined {
  const ranged = rangeOf(plan, relation);
  if (plan.from !== 'order' || ranged?.date !== 'created') return undefined;
  const { after, before, rest } = ranged;
  const excluded = rest.length === 1 && rest[0] ? excludedBy(rest[0], 'status') : undefined;
  const year = after.slice(0, 4);
  if (!excluded || after > before || year !== before.slice(0, 4)) return undefined;
  const measures = Object.entries(plan.measures).map(([name, measure]) => [name, keptOf(measure, plan)] as const);
  const known = measures.flatMap(([name, column]) => (column === undefined ? [] : [[name, column] as const]));
  if (known.length < measures.length) return undefined;
  const isEmpty = (first: Piece, last: Piece) =>
    sql` and not exists (select from order_fact where created_at ${first} and created_at ${last})`;
  const earlier = isEmpty(sql`>= ${`${year}-01-01`}::timestamp`, sql`< ${after}::timestamp`);
  const later = isEmpty(sql`> ${before}::timestamp`, sql`<= ${`${year}-12-31 23:59:59`}::timestamp`);
  return {
    name: 'customers of a year',
    isIndexed: true,
    rows: sql`(select * from customer_year where year = ${Number(year)}::int and ${isListed}) t`,
    columns: columnsOf({ id: 't.customer_id', ...Object.fromEntries(known) }),
    when: sql`(${areReadable({ ranged, excluded }, false)}${earlier}${later})`,
  };
}

/** Groups return timestamps as text. */
const LAST_ORDER_TIME = "to_char(t.last_order_at, 'YYYY-MM-DD HH24:MI:SS')";
const isOrder = { op: 'among', column: 'parent_id', values: [0] } as const;

/** The column or expression of `customer_year` for a measure; undefined if there is none. */
function keptOf(measure: ReportMeasure, plan: GroupPlan): string | undefined {
  if (isDeepStrictEqual(measure, { op: 'count', where: isOrder })) return 't.orders';
  if (isDeepStrictEqual(measure, { op: 'sum', of: 'total' })) return 't.spend';
  if (isDeepStrictEqual(measure, { op: 'greatest', of: 'created_at' })) return LAST_ORDER_TIME;
  if (measure.op !== 'quotient') return undefined;
  const [sum, count] = [measure.of, measure.per].map((name) => {
    const part = plan.measures[name];
    return part && part.op !== 'quotient' ? keptOf(part, plan) : undefined;
  });
  if (sum === undefined || count === undefined) return undefined;
  return `coalesce(round(${sum}::numeric / nullif(${count}, 0)), 0)`;
}
