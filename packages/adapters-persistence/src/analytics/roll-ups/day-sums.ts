import { type RawBuilder, sql } from 'kysely';
import { dateTypes, type FactDate } from '../facts/chains.ts';

/** A roll-up by day: keys, sums, and how it is computed from facts. */
export interface DayTable {
  readonly table: string;
  /** Includes `date_type` and `day` where the table has them. */
  readonly keys: readonly string[];
  readonly sums: readonly string[];
  /** Whether only counted statuses are included. */
  readonly isCounted?: true;
  /** Whether the contribution of a row depends on the customer's other rows, so that it can change while the row does not. */
  readonly byCustomer?: true;
  /** The roll-up by month, whose `start` is the first day of the month. */
  readonly months?: string;
  /** Rows that are not in days and months yet: they are read together, and none of these is stale. */
  readonly pending?: string;
  /** Columns that are maxima instead of sums, with their collation. */
  readonly greatest?: Readonly<Record<string, string>>;
  /** Computes the days of one date type from the facts that match the predicate. */
  count(date: FactDate, where: RawBuilder<unknown>): RawBuilder<unknown>;
}

/** The keys of the roll-up by month. */
export const monthKeys = ({ keys }: DayTable): readonly string[] => keys.map((key) => (key === 'day' ? 'start' : key));

/** Computes months from days, keys first; the first two keys are date type and day. */
export function monthsOf({ keys, sums, greatest = {} }: DayTable, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const others = keys.filter((key) => key !== 'date_type' && key !== 'day');
  const summed = sums.map((sum) => `${sum in greatest ? greatestOf(sum, greatest) : `sum(${sum})::bigint`} as ${sum}`);
  return sql`select date_type, date_trunc('month', day::timestamp)::date as start,
    ${sql.raw([...others, ...summed].join(', '))} from ${rows} group by ${sql.raw(keys.map((_, index) => index + 1).join(', '))}`;
}

const greatestOf = (name: string, greatest: Readonly<Record<string, string>>): string =>
  `max(${name} ${greatest[name]})`;

/** The day column of facts for this date type. */
export const dayColumn = (date: FactDate): RawBuilder<unknown> => sql.raw(`${date}_day`);

/** Predicate: the status of a row counts. */
export const isCounted = sql.raw('status <> all (array(select unnest(excluded_statuses) from fact_rules))');

const inBytes = 'collate "C"';
const greatestOfTaxes = { label: inBytes, country: inBytes, state: inBytes, priority: '' };

/** Taxes, by rate as charged and by status. */
export const taxDay: DayTable = {
  table: 'tax_day',
  keys: ['date_type', 'day', 'rate_id', 'rate_code', 'percent', 'status'],
  sums: [
    ...['entries', 'orders', 'rate_orders', 'order_tax', 'shipping_tax', 'taxable'],
    ...Object.keys(greatestOfTaxes),
  ],
  months: 'tax_month',
  greatest: greatestOfTaxes,
  count: (date, where) => sql`
    select ${sql.lit(dateTypes[date])}::smallint as date_type, ${dayColumn(date)} as day, rate_id, rate_code, percent, status,
      count(*)::int as entries, (count(distinct order_id) filter (where not is_refund))::int as orders,
      (count(*) filter (where first_of_rate))::int as rate_orders, sum(order_tax)::bigint as order_tax,
      sum(shipping_tax)::bigint as shipping_tax, sum(taxable)::bigint as taxable,
      ${sql.raw(
        Object.keys(greatestOfTaxes)
          .map((name) => `${greatestOf(name, greatestOfTaxes)} as ${name}`)
          .join(', '),
      )}
    from tax_fact where ${where} group by 2, 3, 4, 5, 6`,
};

/** Coupons; counted statuses only. */
export const couponDay: DayTable = {
  table: 'coupon_day',
  keys: ['date_type', 'day', 'coupon_id'],
  sums: ['entries', 'amount'],
  isCounted: true,
  count: (date, where) => sql`
    select ${sql.lit(dateTypes[date])}::smallint as date_type, ${dayColumn(date)} as day, coupon_id, count(*)::int as entries,
      sum(amount)::bigint as amount
    from coupon_fact where ${where} group by 2, 3`,
};

const isFirstIn = (start: (day: string) => string): string =>
  `(count(*) filter (where previous_day is null or ${start('previous_day')} < ${start('counted_day')}))::int`;
const startOf = (unit: string) => (day: string) => `date_trunc('${unit}', ${day}::timestamp)`;
/** The start of the week, by the configured first weekday. */
const week = (day: string): string => `(${day} - (extract(dow from ${day})::int - week_starts_on + 7) % 7)`;

/** First visits; configured date type only, whatever the date argument. */
export const customerDay: DayTable = {
  table: 'customer_day',
  keys: ['day'],
  sums: ['first_in_day', 'first_in_week', 'first_in_month', 'first_in_quarter', 'first_in_year'],
  byCustomer: true,
  count: (_, where) => sql`
    select counted_day as day, ${sql.raw(isFirstIn((day) => day))} as first_in_day, ${sql.raw(isFirstIn(week))} as first_in_week,
      ${sql.raw(isFirstIn(startOf('month')))} as first_in_month, ${sql.raw(isFirstIn(startOf('quarter')))} as first_in_quarter,
      ${sql.raw(isFirstIn(startOf('year')))} as first_in_year
    from order_fact cross join fact_rules where counted_day is not null and ${where} group by 1`,
};

/** All roll-ups by day that are refreshed by marks. */
export const dayTables: readonly DayTable[] = [taxDay, couponDay, customerDay];
