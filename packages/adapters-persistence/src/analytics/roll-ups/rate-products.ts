import type { ReportCondition } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { countedDay, factRules, isCounted } from '../facts/chains.ts';
import { partKinds, unnestListed } from '../facts/order-parts.ts';
import { divide, monthsIn, type Ranged, type Span, yearsIn } from '../plan-range.ts';
import type { Piece } from '../report-scope.ts';
import type { FollowedRules } from './followed-rules.ts';
import { plainSums, type RowRollUp } from './roll-up.ts';
import { excludedBy } from './summary-fit.ts';
import { total, totals } from './total.ts';

const columns = (of: string): string => `order_id, ${of}, status, created_day, paid_day, completed_day`;

/** Rows for `contributions`: lines and taxes of the same orders, with the same `sign`. */
export const soldWithRates = (lines: Piece, taxes: Piece, sign: 1 | -1): Piece => sql`
  select ${sql.raw(columns('product_id, null::int as rate_id'))}, ${sql.lit(sign)} as sign from ${lines} line
  union all
  select ${sql.raw(columns('null, rate_id'))}, ${sql.lit(sign)} from ${taxes} tax`;

/**
 * Orders and refunds of counted statuses with a tax rate, by the products on them and the month of the configured date. An order
 * is one group, because a join of its lines and taxes would be planned for few rows and run with thousands.
 */
export const rateProductRollUp: RowRollUp = {
  pending: 'rate_product_pending',
  keys: ['start', 'rate_id', 'product_id'],
  sums: ['orders'],
  levels: [
    {
      table: 'rate_product_level',
      at: ['level', 'start'],
      periods: `(2::smallint, p.start), (4::smallint, date_trunc('year', p.start::timestamp)::date)`,
      keys: ['rate_id', 'product_id'],
      sums: plainSums(['orders']),
    },
  ],
  contributions: (rows) => sql`
    select date_trunc('month', day::timestamp)::date as start, rate_id, product_id, ${sql.raw(totals({ orders: 'sign' }))}
    from (
      select day, sign, array_agg(distinct product_id) filter (where product_id is not null) as products,
        array_agg(distinct rate_id) filter (where rate_id is not null) as rates
      from (
        select order_id, sign, product_id, rate_id, ${countedDay} as day from (${rows}) part cross join ${factRules}
        where ${isCounted}
      ) counted where day is not null group by order_id, day, sign
    ) sold cross join lateral unnest(products) of_product (product_id) cross join lateral unnest(rates) of_rate (rate_id)
    group by 1, 2, 3`,
  facts: soldWithRates(sql.raw('line_fact'), sql.raw('tax_fact'), 1),
};

interface RateFilter {
  readonly rate: number;
  /** Conditions on the orders besides the range. */
  readonly others: readonly ReportCondition[];
  readonly ranged: Ranged;
  readonly rules: FollowedRules;
}

/**
 * Number of distinct products on counted orders with a tax rate over whole days: whole months and years from the roll-up, other
 * days from the index of orders by part. Undefined for other conditions, and where these do not follow the rules.
 */
export function productsWithRate({ rate, others, ranged, rules }: RateFilter): Piece | undefined {
  const [only] = others;
  const excluded = others.length === 1 && only ? excludedBy(only, 'status') : undefined;
  const { days } = divide(ranged);
  const { whole, edges } = days ? monthsIn(days) : { whole: undefined, edges: [] };
  if (!excluded || !whole || !rules.meet({ date: ranged.date, excluded })) return undefined;
  const { years, months } = yearsIn(whole);
  const level = (no: number, span: Span) => ofRate('rate_product_level', rate, span, sql` and level = ${sql.lit(no)}`);
  const parts = [
    ...(years ? [level(4, years)] : []),
    ...months.map((span) => level(2, span)),
    ofRate(rateProductRollUp.pending, rate, whole),
  ];
  const { each } = unnestListed('part', 'product_id');
  const ofDays = edges.map(
    ({ first, last }) => sql`
      union select ${each} from order_part part where part.kind = ${sql.lit(partKinds.rate)} and part.part_id = ${rate}::bigint
        and part.day between ${first}::date and ${last}::date and part.status <> all(${excluded}::text[])`,
  );
  return sql`select count(*) from (
      select product_id from (${sql.join(parts, sql` union all `)}) sold group by 1 having ${sql.raw(total('orders'))} > 0
      ${sql.join(ofDays, sql``)}
    ) different`;
}

const ofRate = (table: string, rate: number, { first, last }: Span, where: Piece = sql``): Piece => sql`
  select product_id, orders from ${sql.raw(table)}
  where rate_id = ${rate}::bigint and start between ${first}::date and ${last}::date${where}`;
