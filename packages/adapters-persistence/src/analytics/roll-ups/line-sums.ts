import { sql } from 'kysely';
import type { FactDate } from '../facts/chains.ts';
import type { Piece } from '../report-scope.ts';
import { isCounted } from './day-sums.ts';
import type { PeriodTable } from './read-tables.ts';
import { type Level, plainSums, type RowRollUp } from './roll-up.ts';
import { totals } from './total.ts';

type Sums = Readonly<Record<string, string>>;

/** Sums of lines, by what they are of a line. */
const ofLine: Sums = {
  entries: '1',
  new_entries: '(not is_returning)::int',
  completed_entries: "(status = 'completed')::int",
  ...Object.fromEntries(['quantity', 'net', 'gross', 'coupon', 'tax', 'shipping'].map((name) => [name, name])),
  back: 'least(gross, 0)',
};
/** Sums of whole orders, each added with the first line of its kind. */
const ofOrder = (isFirst: string): Sums => ({
  orders: `${isFirst}::int`,
  order_items: `case when ${isFirst} then order_items else 0 end`,
  order_net: `case when ${isFirst} then order_net else 0 end`,
});
const product = ofOrder('first_of_product');
const variation = ofOrder('first_of_variation');
const onVariation = (name: string): string => `variation_${name}`;
const pendingSums: Sums = {
  ...ofLine,
  ...product,
  ...Object.fromEntries(Object.entries(variation).map(([name, of]) => [onVariation(name), of])),
};

const dates = ['created', 'paid', 'completed'] as const satisfies readonly FactDate[];
const months = dates.map((date) => `${date}_month`);
const monthOf = (day: string): string => `date_trunc('month', ${day}::timestamp)::date`;

const level = (table: string, keys: readonly string[], sums: Sums): Level => ({
  table,
  at: ['date_type', 'level', 'start'],
  periods: months
    .map(
      (month, index) =>
        `(${index + 1}::smallint, 2::smallint, p.${month}), (${index + 1}::smallint, 4::smallint, date_trunc('year', p.${month}::timestamp)::date)`,
    )
    .join(', '),
  keys,
  sums: { ...plainSums(Object.keys(ofLine)), ...sums },
});

/** The planner drops the join if no column of the order is used. */
const linesOfOrders = sql.raw(`line_fact left join (
    select order_id as id, items as order_items, net as order_net, is_returning from order_fact
  ) o on o.id = order_id`);

const hasVariation = 'has_variation';
/** Keys that are not columns of a line, by what they are of it. */
const ofKeys: Sums = { [hasVariation]: '(variation_id <> 0)' };

/** Lines of counted statuses, all of them, by product and by variation, by months of all dates. */
export const lineRollUp: RowRollUp = {
  pending: 'line_pending',
  keys: [...months, 'product_id', 'variation_id', hasVariation],
  sums: Object.keys(pendingSums),
  levels: [
    level('line_level', [hasVariation], {}),
    level('product_level', ['product_id'], plainSums(Object.keys(product))),
    level(
      'variation_level',
      ['product_id', 'variation_id'],
      Object.fromEntries(Object.keys(variation).map((name) => [name, onVariation(name)])),
    ),
  ],
  contributions: (rows) => sql`
    select ${sql.raw(dates.map((date, index) => `${monthOf(`${date}_day`)} as ${months[index]}`).join(', '))}, product_id, variation_id,
      ${sql.raw(`${ofKeys[hasVariation]} as ${hasVariation}`)}, ${sql.raw(totals(pendingSums, (value) => `sign * ${value}`))}
    from (${rows}) row where ${isCounted} group by 1, 2, 3, 4, 5, 6`,
  facts: sql`select *, 1 as sign from ${linesOfOrders}`,
};

const ofParts = [
  ...['order_id', 'product_id', 'variation_id', 'status', ...dates.map((date) => `${date}_day`)],
  ...['quantity', 'net', 'gross', 'coupon', 'tax', 'shipping', 'is_refund', 'first_of_product', 'first_of_variation'],
];
const ofTheirOrders = ['is_returning', 'order_items', 'order_net', 'sign'];
const list = (names: readonly string[], make: (name: string) => string = (name) => name): Piece =>
  sql.raw(names.map(make).join(', '));
const nameOrder = sql.raw('order_id, is_returning, items as order_items, net as order_net, sign');

/**
 * Rows for `contributions`: lines with the columns of their orders, which have a `sign`. Each order comes before its lines in one
 * pass, because a join would be planned for few rows and run with thousands.
 */
export const linesOf = (orders: Piece, lines: Piece): Piece => sql`
  select ${list([...ofParts, ...ofTheirOrders])} from (
    select ${list(ofParts)}, is_order, ${list(ofTheirOrders, (name) => `first_value(${name}) over of_order as ${name}`)}
    from (
      select ${list(ofParts)}, false as is_order, null::boolean as is_returning, null::bigint as order_items,
        null::bigint as order_net, null::int as sign
      from (${lines}) line
      union all
      select order_id, ${list(ofParts.slice(1), () => 'null')}, true, is_returning, order_items, order_net, sign
      from (select ${nameOrder} from (${orders}) placed) placed
    ) both_kinds window of_order as (partition by order_id order by is_order desc)
  ) row where not is_order`;

/** Rows for `contributions`: the stored lines of orders with a `sign`, looked up order by order. */
export const storedLinesOf = (orders: Piece): Piece => sql`
  select ${list(ofParts, (name) => `line.${name}`)}, ${list(ofTheirOrders, (name) => `placed.${name}`)}
  from (select ${nameOrder} from (${orders}) placed) placed
    cross join lateral (select * from line_fact where order_id = placed.order_id offset 0) line`;

/** Lines as reports read them: `ofParts` are the sums of whole orders, `nameOf` their names in pending rows. */
function tableOf(table: string, ofParts: Sums, nameOf = (name: string) => name): PeriodTable {
  const all: Sums = { ...ofLine, ...ofParts };
  return {
    table,
    sums: Object.keys(all),
    pending: {
      table: lineRollUp.pending,
      start: (date) => `${date}_month`,
      column: (name) => (Object.hasOwn(ofParts, name) ? nameOf(name) : name),
    },
    facts: ({ level, date, names, where, sign }) => {
      const own = names.map((name) =>
        sign && Object.hasOwn(all, name) ? `sign * ${all[name]}` : (all[name] ?? ofKeys[name] ?? name),
      );
      const columns = [level, `${date}_day`, ...own].join(', ');
      const from = /order_items|order_net|is_returning/.test(columns) ? linesOfOrders : sql.raw('line_fact');
      const taken = sign ? sql` cross join lateral (select ${sign} as sign) s` : sql``;
      return sql`select ${sql.raw(columns)} from ${from}${taken} where ${where}`;
    },
  };
}

/** All lines, those of variations apart. */
export const lineSums = tableOf('line_level', {});
/** Lines by product. */
export const productSums = tableOf('product_level', product);
/** Lines by variation. */
export const variationSums = tableOf('variation_level', variation, onVariation);
