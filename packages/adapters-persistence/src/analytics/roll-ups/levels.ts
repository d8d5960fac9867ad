import { type RawBuilder, sql } from 'kysely';
import type { FactDate } from '../facts/chains.ts';
import { dayColumn } from './day-sums.ts';

/** A roll-up by month, quarter and year; rows whose first sum is 0 are obsolete. */
export interface LevelTable {
  readonly table: string;
  readonly keys: readonly string[];
  readonly sums: readonly string[];
  /** Whether it has the configured date type too, or the creation date only. */
  readonly everyDate: boolean;
  /** As in `DayTable`: the contribution of a row can change while the row does not. */
  readonly byCustomer?: true;
  /** Computes months (`start`) from the facts that match the predicate; stored are counted statuses only. */
  count(date: FactDate, where: RawBuilder<unknown>): RawBuilder<unknown>;
}

/** Level codes with their periods. */
export const levels = { 2: 'month', 3: 'quarter', 4: 'year' } as const;

/** The first day of the period that contains a day. */
export const startOf = (unit: string, day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`date_trunc(${sql.lit(unit)}, ${day}::timestamp)::date`;

export const yearOf = (day = ''): string => day.slice(0, -6);
/** The first day of the month that contains a day. */
export const monthOf = (day = ''): string => `${day.slice(0, -3)}-01`;

const month = (date: FactDate): RawBuilder<unknown> => startOf('month', dayColumn(date));

const lineSums = (isFirst: string): RawBuilder<unknown> =>
  sql.raw(
    `count(*)::int as entries, (${isFirst})::int as orders, sum(quantity)::bigint as quantity, sum(net)::bigint as net`,
  );
const sums = ['entries', 'orders', 'quantity', 'net'];

/** Parts of orders of new customers. */
const ofNew = (table: string, where: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select order_id from order_fact where not is_returning and ${where}) fresh join ${sql.raw(table)} using (order_id)`;

/** Further sums of lines, and the sums of whole orders, each added once with the first line of its kind. */
const moreSums = (isFirst: string): RawBuilder<unknown> =>
  sql.raw(`${['gross', 'coupon', 'tax', 'shipping'].map((name) => `sum(${name})::bigint as ${name}`).join(', ')},
    coalesce(sum(gross) filter (where gross < 0), 0)::bigint as back,
    coalesce(sum(order_items) filter (where ${isFirst}), 0)::bigint as order_items,
    coalesce(sum(order_net) filter (where ${isFirst}), 0)::bigint as order_net`);
const allSums = [...sums, 'gross', 'coupon', 'tax', 'shipping', 'back', 'order_items', 'order_net'];
/** The planner drops the left join if no column of the order is used. */
const linesOfOrders = sql.raw(
  'line_fact left join (select order_id as id, items as order_items, net as order_net from order_fact) o on o.id = order_id',
);

/** All roll-ups by month, quarter and year. */
export const levelTables: readonly LevelTable[] = [
  {
    table: 'product_level',
    keys: ['product_id'],
    sums: allSums,
    everyDate: true,
    count: (date, where) => sql`
      select ${month(date)} as start, product_id, ${lineSums('count(*) filter (where first_of_product)')}, ${moreSums('first_of_product')}
      from ${linesOfOrders} where ${where} group by 1, 2`,
  },
  {
    table: 'variation_level',
    keys: ['product_id', 'variation_id'],
    sums: allSums,
    everyDate: true,
    count: (date, where) => sql`
      select ${month(date)} as start, product_id, variation_id, ${lineSums('count(*) filter (where first_of_variation)')},
        ${moreSums('first_of_variation')}
      from ${linesOfOrders} where ${where} group by 1, 2, 3`,
  },
  {
    table: 'category_level',
    keys: ['category_id'],
    sums,
    everyDate: false,
    count: (date, where) => sql`
      select ${month(date)} as start, category_id, ${lineSums('count(distinct order_id) filter (where not is_refund)')}
      from line_fact join product_category_link using (product_id) where ${where} group by 1, 2`,
  },
  {
    table: 'coupon_level',
    keys: ['coupon_id'],
    sums: ['entries', 'amount'],
    everyDate: true,
    count: (date, where) => sql`
      select ${month(date)} as start, coupon_id, count(*)::int as entries, sum(amount)::bigint as amount
      from coupon_fact where ${where} group by 1, 2`,
  },
  {
    table: 'new_product_level',
    keys: ['product_id'],
    sums: ['entries'],
    everyDate: true,
    byCustomer: true,
    count: (date, where) => sql`
      select ${month(date)} as start, product_id, count(*)::int as entries from ${ofNew('line_fact', where)} group by 1, 2`,
  },
  {
    table: 'new_coupon_level',
    keys: ['coupon_id'],
    sums: ['entries'],
    everyDate: true,
    byCustomer: true,
    count: (date, where) => sql`
      select ${month(date)} as start, coupon_id, count(*)::int as entries from ${ofNew('coupon_fact', where)} group by 1, 2`,
  },
];
