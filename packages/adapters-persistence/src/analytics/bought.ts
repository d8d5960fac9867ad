import { isDeepStrictEqual } from 'node:util';
import { type GroupPlan, type Question, type ReportMeasure, type ReportRelation, reportRelation } from '@backroom/core';
import { sql } from 'kysely';
import { rangeOf } from './plan-range.ts';
import { givenName, type Piece } from './report-scope.ts';
import { excludedBy } from './summary-fit.ts';
import { areReadable } from './summary-rows.ts';

/** Rows of what customers bought, one for each customer that there is and that has any. */
export interface Bought {
  /** A name of its own, for those who look at which one was chosen. */
  readonly name: string;
  /** What stands behind `from`, as `t`. */
  readonly rows: Piece;
  /** What a path of the plan is of such a row. */
  readonly columns: ReadonlyMap<string, Piece>;
  /** Whether an index has the rows in an order, so that those of a page are found before they are read. */
  readonly isIndexed: boolean;
  /** When these are the rows to read; undefined for always. Of several exactly one is. */
  readonly when?: Piece;
}

/** By this name customers know what they bought. */
export const SPENT = 'spent';

const columnsOf = (columns: Readonly<Record<string, string>>): ReadonlyMap<string, Piece> =>
  new Map(
    Object.entries(columns).map(([name, column]) => [name === 'id' ? name : `${SPENT}.${name}`, sql.raw(column)]),
  );

/** What customers bought ever: a row is kept of each customer. */
export const boughtEver: Bought = {
  name: 'customers ever',
  isIndexed: true,
  rows: sql`(select * from customer_fact where is_listed) t`,
  columns: columnsOf({
    ...{ id: 't.customer_id', orders: 't.orders_count', spend: 't.total_spend' },
    ...{ average: 't.average_value', last_order: 't.last_order_at' },
  }),
};

/** Whoever bought has a row in `customer_fact`, and next to nobody has one there who is no customer. */
const isListed = sql`customer_id not in (select customer_id from customer_fact where not is_listed)`;

interface Given {
  /** Counts what customers bought in a range. */
  readonly plan: GroupPlan;
  readonly name: string;
  readonly earlier: Question;
}

/** What they bought in a range: counted, or what is kept of a year where the range is as good as one. */
export function boughtInRange({ plan, name, earlier }: Given): readonly Bought[] {
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

/** A range within one year of which nothing else of the year is left out. */
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

/** Groups tell moments as texts. */
const TOLD = "to_char(t.last_order_at, 'YYYY-MM-DD HH24:MI:SS')";
const isOrder = { op: 'among', column: 'parent_id', values: [0] } as const;

/** What is kept of a customer's year. */
function keptOf(measure: ReportMeasure, plan: GroupPlan): string | undefined {
  if (isDeepStrictEqual(measure, { op: 'count', where: isOrder })) return 't.orders';
  if (isDeepStrictEqual(measure, { op: 'sum', of: 'total' })) return 't.spend';
  if (isDeepStrictEqual(measure, { op: 'greatest', of: 'created_at' })) return TOLD;
  if (measure.op !== 'quotient') return undefined;
  const [sum, count] = [measure.of, measure.per].map((name) => {
    const part = plan.measures[name];
    return part && part.op !== 'quotient' ? keptOf(part, plan) : undefined;
  });
  if (sum === undefined || count === undefined) return undefined;
  return `coalesce(round(${sum}::numeric / nullif(${count}, 0)), 0)`;
}
