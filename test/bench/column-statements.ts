import { UNIT } from '@backroom/core';
import type { ColumnRow, ShopRules } from './column-store.ts';
import {
  numbersOfBoards,
  numbersOfIndicators,
  numbersOfRows,
  numbersOfSegments,
  numbersOfStats,
} from './report-numbers.ts';
import type { ReportPlaces } from './report-requests.ts';

/** A request as a bare statement of a column store. */
export interface ColumnStatement {
  readonly text: string;
  /** The members that identify a row. */
  readonly keys: readonly string[];
  /** The rows of our answer with the members of the statement. */
  ours(answer: unknown): readonly ColumnRow[];
}

/** Where and by which rules the statements count. */
export type StatementPlaces = ReportPlaces & ShopRules;

type Days = readonly [from: string, to: string];

const amount = (sum: string): string => `(${sum}) / ${UNIT}.0`;
const between = (column: string, [from, to]: Days): string => `${column} between date '${from}' and date '${to}'`;
const ratio = (sum: string, of: string): string => `coalesce((${sum}) / nullif(${of}, 0), 0)`;
const list = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(([name, value]) => `${value} as "${name}"`)
    .join(', ');

const orders = 'count(*) filter (where parent_id = 0)';
const ofOrders = (column: string): string => `coalesce(sum(${column}) filter (where parent_id = 0), 0)`;
/** The measures that the requests with `fields` have. */
const fewMeasures = {
  orders_count: orders,
  net_revenue: amount('sum(net)'),
  total_sales: amount('sum(total)'),
  num_items_sold: 'sum(items)',
};
const moreMeasures = {
  ...fewMeasures,
  coupons: amount('sum(coupon)'),
  taxes: amount('sum(tax)'),
  shipping: amount('sum(shipping)'),
  refunds: amount('coalesce(-sum(net + tax + shipping) filter (where net < 0), 0)'),
  gross_sales: amount(`${ofOrders('net')} + sum(coupon)`),
  avg_order_value: amount(ratio(ofOrders('net'), orders)),
  avg_items_per_order: ratio(ofOrders('items'), orders),
  total_customers: 'count(distinct customer_id)',
};

interface OrderStats {
  readonly days: Days;
  readonly unit: 'day' | 'week' | 'month';
  /** Predicate of the orders; counted statuses if there is none. */
  readonly where: string;
}

const grouped = 'group by grouping sets ((paid_day_start), ())';
const started = (unit: string): string => `date_trunc('${unit}', paid_day) as paid_day_start`;
/** The first day of a bucket in the range; `all` in the row of totals. */
const bucketOf = ([from]: Days): string =>
  `case when paid_day_start is null then 'all' else strftime(greatest(paid_day_start, date '${from}'), '%Y-%m-%d') end as bucket`;

function fewStats({ days, unit, where }: OrderStats): ColumnStatement {
  const rows = `(select *, ${started(unit)} from order_fact where ${between('paid_day', days)} and ${where}) o`;
  return {
    text: `select ${bucketOf(days)}, ${list(fewMeasures)} from ${rows} ${grouped}`,
    keys: ['bucket'],
    ours: numbersOfStats,
  };
}

function allStats({ days, unit, where }: OrderStats): ColumnStatement {
  const within = `${between('paid_day', days)} and ${where}`;
  return {
    text: `
      with o as (select *, ${started(unit)} from order_fact where ${between('paid_day', days)} and ${where}),
        base as (select ${bucketOf(days)}, ${list(moreMeasures)} from o ${grouped}),
        coupon as (
          select ${bucketOf(days)}, count(distinct coupon_id) as coupons_count
          from (select coupon_id, ${started(unit)} from coupon_fact where ${within}) c ${grouped}
        ),
        line as (select 'all' as bucket, count(distinct product_id) as products from line_fact where ${within})
      select base.*, coalesce(coupons_count, 0) as coupons_count, coalesce(products, 0) as products
      from base left join coupon using (bucket) left join line using (bucket)`,
    keys: ['bucket'],
    ours: numbersOfStats,
  };
}

const lineSums = {
  items_sold: 'sum(quantity)',
  net_revenue: amount('sum(net)'),
  orders_count: 'count(distinct order_id) filter (where not is_refund)',
};

const rankedVariations = (days: Days, counted: string): ColumnStatement =>
  rankedLines({ days, counted, keys: ['product_id', 'variation_id'], only: 'variation_id > 0' });

interface Ranked {
  readonly days: Days;
  readonly counted: string;
  readonly keys: readonly string[];
  readonly only?: string;
}

/** The ten products or variations that brought in most. */
function rankedLines({ days, counted, keys, only = 'true' }: Ranked): ColumnStatement {
  const key = keys.join(', ');
  return {
    text: `select ${key}, ${list(lineSums)} from line_fact
      where ${between('created_day', days)} and ${counted} and ${only}
      group by ${key} order by sum(net) desc, ${key} limit 10`,
    keys,
    ours: numbersOfRows,
  };
}

function ordersOfPage(page: number, days: Days, counted: string): ColumnStatement {
  return {
    text: `select order_id, ${amount('net')} as net_total, ${amount('total')} as total_sales, items as num_items_sold
      from order_fact where ${between('paid_day', days)} and ${counted}
      order by paid_at desc, order_id limit 100 offset ${(page - 1) * 100}`,
    keys: ['order_id'],
    ours: numbersOfRows,
  };
}

function customersOfPage(page: number, where: string): ColumnStatement {
  return {
    text: `select customer_id as id, orders_count, ${amount('total_spend')} as total_spend
      from customer_fact where is_listed and ${where}
      order by customer_fact.total_spend desc, customer_id limit 10 offset ${(page - 1) * 10}`,
    keys: ['id'],
    ours: numbersOfRows,
  };
}

function taxes(days: Days, counted: string): ColumnStatement {
  const sums = ['order_tax', 'shipping_tax'].map((name) => `${amount(`sum(${name})`)} as ${name}`).join(', ');
  return {
    text: `select rate_id as tax_rate_id, percent / 1e6 as tax_rate, ${sums},
        ${amount('sum(order_tax + shipping_tax)')} as total_tax, ${amount('sum(taxable)')} as taxable_amount,
        count(distinct order_id) filter (where not is_refund) as orders_count
      from tax_fact where ${between('paid_day', days)} and ${counted}
      group by rate_id, rate_code, percent order by rate_id, rate_code, percent limit 100`,
    keys: ['tax_rate_id', 'tax_rate'],
    ours: numbersOfRows,
  };
}

const couponSums = `${amount('sum(amount)')} as amount, count(distinct order_id) as orders_count`;
const coupons = (days: Days, counted: string): ColumnStatement => ({
  text: `select coupon_id, ${couponSums} from coupon_fact where ${between('created_day', days)} and ${counted}
    group by coupon_id order by coupon_id limit 100`,
  keys: ['coupon_id'],
  ours: numbersOfRows,
});

const categorised = 'line_fact join product_category_link using (product_id)';
const categories = (days: Days, counted: string): ColumnStatement => ({
  text: `select category_id, ${list({ ...lineSums, products_count: 'count(distinct product_id)' })}
    from ${categorised} where ${between('created_day', days)} and ${counted} group by category_id order by category_id limit 100`,
  keys: ['category_id'],
  ours: numbersOfRows,
});

function leaderboards(days: Days, counted: string): ColumnStatement {
  const rows = `where ${between('created_day', days)} and ${counted}`;
  const board = (name: string, text: string): string =>
    `select '${name}' as board, row_number() over () as place, * from (${text} limit 5)`;
  const sold = `sum(quantity) as count, ${amount('sum(net)')} as amount`;
  return {
    text: [
      board(
        'customers',
        `select count(*) filter (where parent_id = 0) as count, ${amount('sum(total)')} as amount
         from order_fact ${rows} group by customer_id order by sum(total) desc, customer_id`,
      ),
      board(
        'coupons',
        `select count(distinct order_id) as count, ${amount('sum(coupon_fact.amount)')} as amount
         from coupon_fact ${rows} group by coupon_id order by count(distinct order_id) desc, coupon_id`,
      ),
      board(
        'categories',
        `select ${sold} from ${categorised} ${rows} group by category_id order by sum(quantity) desc, category_id`,
      ),
      board(
        'products',
        `select ${sold} from line_fact ${rows} group by product_id order by sum(quantity) desc, product_id`,
      ),
    ].join(' union all '),
    keys: ['board', 'place'],
    ours: numbersOfBoards,
  };
}

function indicators(days: Days, counted: string): ColumnStatement {
  const paid = `${between('paid_day', days)} and ${counted}`;
  const created = `${between('created_day', days)} and ${counted}`;
  const { total_sales, net_revenue, refunds, shipping, gross_sales, orders_count, avg_order_value } = moreMeasures;
  const ofRevenue = { total_sales, net_revenue, refunds, shipping, gross_sales };
  const renamed = (report: string, columns: Readonly<Record<string, string>>) =>
    list(Object.fromEntries(Object.entries(columns).map(([name, value]) => [`${report}/${name}`, value])));
  return {
    text: `select '' as only, * from
      (select ${renamed('revenue', ofRevenue)}, ${renamed('orders', { orders_count, avg_order_value })} from order_fact where ${paid}),
      (select ${renamed('products', { items_sold: 'sum(quantity)' })},
        ${renamed('variations', { items_sold: 'coalesce(sum(quantity) filter (where variation_id > 0), 0)' })}
        from line_fact where ${created}),
      (select ${renamed('coupons', { amount: amount('sum(amount)'), orders_count: 'count(distinct order_id)' })}
        from coupon_fact where ${created}),
      (select ${renamed('taxes', {
        total_tax: amount('sum(order_tax + shipping_tax)'),
        order_tax: amount('sum(order_tax)'),
        shipping_tax: amount('sum(shipping_tax)'),
      })} from tax_fact where ${paid}),
      (select ${renamed('downloads', { download_count: 'count(*)' })} from download
        where ${between('"at"::date', days)})`,
    keys: ['only'],
    ours: numbersOfIndicators,
  };
}

function stock(lowStock: number): ColumnStatement {
  const status = (name: string): string => `count(*) filter (where stock_status = '${name}') as ${name}`;
  return {
    text: `select '' as only, count(*) as products, ${['instock', 'outofstock', 'onbackorder'].map(status).join(', ')},
        count(*) filter (
          where stock_status = 'instock' and quantity > 0 and quantity <= coalesce(low_stock_amount, ${lowStock})
        ) as lowstock
      from (
        select p.*, case when p.manage_stock then p.stock_quantity when parent.manage_stock then parent.stock_quantity end as quantity
        from product p left join product parent on parent.id = p.parent_id where p.status in ('publish', 'private')
      ) shown`,
    keys: ['only'],
    ours: (answer) => [{ only: '', ...(answer as { readonly totals: ColumnRow }).totals }],
  };
}

function productSegments(days: Days, counted: string): ColumnStatement {
  const isFirst = 'filter (where first_of_product)';
  const sums = {
    num_items_sold: 'sum(quantity)',
    total_sales: amount('sum(gross)'),
    net_revenue: amount('sum(net)'),
    coupons: amount('sum(coupon)'),
    taxes: amount('sum(tax)'),
    shipping: amount('sum(shipping)'),
    refunds: amount('coalesce(-sum(gross) filter (where gross < 0), 0)'),
    orders_count: 'count(distinct order_id) filter (where not is_refund)',
    avg_order_value: amount(ratio(`sum(order_net) ${isFirst}`, `count(*) ${isFirst}`)),
    avg_items_per_order: ratio(`sum(order_items) ${isFirst}`, `count(*) ${isFirst}`),
    total_customers: 'count(distinct customer_id)',
  };
  const within = `${between('paid_day', days)} and ${counted}`;
  const lastDays = `paid_day > date '${days[1]}' - 10`;
  return {
    text: `
      with line as materialized (
        select l.*, o.net as order_net, o.items as order_items
        from line_fact l join (select order_id, net, items from order_fact where ${within}) o using (order_id)
      ), bucketed as (
        select 'all' as bucket, * from line
        union all select strftime(paid_day, '%Y-%m-%d'), * from line where ${lastDays}
      ), used as (
        select bucket, product_id, count(distinct coupon_id) as coupons_count
        from bucketed join coupon_fact using (order_id) group by all
      ), sums as (select bucket, product_id, ${list(sums)} from bucketed group by all)
      select product_id as segment_id, sums.* exclude (product_id), coalesce(coupons_count, 0) as coupons_count
      from sums left join used using (bucket, product_id)`,
    keys: ['bucket', 'segment_id'],
    ours: numbersOfSegments,
  };
}

/** A statement for each request, by its name. */
export function columnStatements(places: StatementPlaces): Readonly<Record<string, ColumnStatement>> {
  const { year, product, coupon, taxRate, excluded, lowStock } = places;
  const days: Days = [`${year}-01-01`, `${year}-12-31`];
  const years: Days = [`${year - 2}-01-01`, `${year}-12-31`];
  const week: Days = [`${year}-12-25`, `${year}-12-31`];
  const counted = `status not in (${excluded.map((status) => `'${status}'`).join(', ')})`;
  const having = (table: string, column: string, id: number): string =>
    `order_id in (select order_id from ${table} where ${column} = ${id} and ${between('paid_day', days)})`;
  const filtered = (where: string): ColumnStatement => fewStats({ days, unit: 'week', where });
  const whole = (where: string, unit: OrderStats['unit'] = 'week', of = days): ColumnStatement =>
    allStats({ days: of, unit, where: `${counted} and ${where}` });
  const ofProduct = having('line_fact', 'product_id', product);
  return {
    'revenue/stats by day, 1 year': whole('true', 'day'),
    'revenue/stats by month, 1 year': whole('true', 'month'),
    'taxes, 1 year': taxes(days, counted),
    'coupons, 1 year': coupons(days, counted),
    'categories, 1 year': categories(days, counted),
    'orders, first page': ordersOfPage(1, years, counted),
    'orders, page 9,000': ordersOfPage(9_000, years, counted),
    'customers by total_spend, first page': customersOfPage(1, 'true'),
    'customers by total_spend, page 10,000': customersOfPage(10_000, 'true'),
    'stock/stats': stock(lowStock),
    'performance-indicators, all, 1 year': indicators(days, counted),
    'leaderboards, a week': leaderboards(week, counted),
    'leaderboards, 1 year': leaderboards(days, counted),
    'orders/stats by week, 3 years': whole('true', 'week', years),
    'products by net_revenue, a week': rankedLines({ days: week, counted, keys: ['product_id'] }),
    'products by net_revenue, 1 year': rankedLines({ days, counted, keys: ['product_id'] }),
    'products by net_revenue, 3 years': rankedLines({ days: years, counted, keys: ['product_id'] }),
    'variations by net_revenue, 1 year': rankedVariations(days, counted),
    'variations by net_revenue, 3 years': rankedVariations(years, counted),
    'orders/stats, one product, 1 year': filtered(`${counted} and ${ofProduct}`),
    'orders/stats, one coupon, 1 year': filtered(`${counted} and ${having('coupon_fact', 'coupon_id', coupon)}`),
    'orders/stats, one status, 1 year': filtered("status = 'completed'"),
    'orders/stats, new customers, 1 year': filtered(`${counted} and not is_returning`),
    'orders/stats, one product, distinct customers': whole(ofProduct),
    'orders/stats, one tax rate, 1 year': filtered(`${counted} and ${having('tax_fact', 'rate_id', taxRate)}`),
    'customers who ordered last in 1 year': customersOfPage(1, between('last_order_at::date', days)),
    'orders/stats by products, 10 days': productSegments(days, counted),
  };
}
