import { type Aggregate, type Condition, type GroupPlan, is } from './plan.ts';
import type { Source, TableName } from './tables.ts';

const sum = (of: string, where?: Condition): Aggregate => ({ op: 'sum', of, ...(where && { where }) });
const distinct = (of: string, where?: Condition): Aggregate => ({ op: 'distinct', of, ...(where && { where }) });
const greatest = (of: string): Aggregate => ({ op: 'greatest', of });

/** Measures of orders and refunds (docs/spec/analytics.md 3.1), at the path of the order. */
function ofOrders(path: '' | 'order.') {
  const isOrder = is(`${path}parent_id`, 0);
  const isBack: Condition = { op: 'below', column: `${path}net`, value: 0 };
  return {
    orders: { op: 'count', where: isOrder },
    items: sum(`${path}items`),
    items_of_orders: sum(`${path}items`, isOrder),
    total: sum(`${path}total`),
    net: sum(`${path}net`),
    net_of_orders: sum(`${path}net`, isOrder),
    coupon: sum(`${path}coupon`),
    tax: sum(`${path}tax`),
    shipping: sum(`${path}shipping`),
    net_back: sum(`${path}net`, isBack),
    tax_back: sum(`${path}tax`, isBack),
    shipping_back: sum(`${path}shipping`, isBack),
    customers: distinct(`${path}customer_id`),
  } as const satisfies Measures;
}

const isSale = is('is_refund', false);
const once = (of: string): Aggregate => ({ op: 'sumOnce', of, per: 'order_id', where: isSale });
const hasOrders: Condition = { op: 'above', column: 'spent.orders', value: 0 };

/** What the names of measures stand for. */
export type Measures = Readonly<Record<string, Aggregate>>;

/** Measures of each table by name: the only definition of what is counted. */
export const tableMeasures: Readonly<Partial<Record<TableName, Measures>>> = {
  order: {
    ...ofOrders(''),
    average: { op: 'quotient', of: 'total', per: 'orders' },
    last_order: greatest('created_at'),
  },
  // docs/spec/analytics.md 3.2; `coupons` needs the coupons of the order.
  line: {
    items: sum('quantity'),
    net: sum('net'),
    total: sum('gross'),
    coupon: sum('coupon'),
    tax: sum('tax'),
    shipping: sum('shipping'),
    back: sum('gross', { op: 'below', column: 'gross', value: 0 }),
    orders: distinct('order_id', isSale),
    items_of_orders: once('order.items'),
    net_of_orders: once('order.net'),
    customers: distinct('order.customer_id'),
    products: distinct('product_id'),
    variations: distinct('variation_id'),
    latest: greatest('order.created_at'),
    discounted_orders: distinct('order_id'),
    coupons: distinct('coupons.coupon_id'),
  },
  // docs/spec/analytics.md 3.3
  coupon: {
    ...ofOrders('order.'),
    amount: sum('amount'),
    coupons: distinct('coupon_id'),
    discounted_orders: distinct('order_id'),
  },
  // docs/spec/analytics.md 3.4
  tax: {
    order_tax: sum('order_tax'),
    shipping_tax: sum('shipping_tax'),
    total_tax: sum('total'),
    taxable_amount: sum('taxable'),
    orders: distinct('order_id', isSale),
    tax_codes: { op: 'combinations', of: ['rate_id', 'rate_code', 'percent'] },
    name: greatest('label'),
    country: greatest('country'),
    state: greatest('state'),
    priority: greatest('priority'),
  },
  // What customers of a list spent.
  customer: {
    buyers: { op: 'count', where: hasOrders },
    orders: sum('spent.orders', hasOrders),
    spend: sum('spent.total', hasOrders),
    averages: sum('spent.average', hasOrders),
  },
};

/** The number of rows, a measure of every source. */
export const ROWS = 'rows';

/**
 * What a measure stands for.
 * @throws TypeError for a name that the source does not have
 */
export function aggregateOf(from: Source, name: string): Aggregate {
  if (name === ROWS) return { op: 'count' };
  const own = typeof from === 'string' ? tableMeasures[from] : undefined;
  const found = own && Object.hasOwn(own, name) ? own[name] : undefined;
  if (!found) throw new TypeError(`There is no measure ${name}.`);
  return found;
}

/**
 * What the measures and counts of a plan stand for, by name.
 * @throws TypeError for a name that the source does not have
 */
export const aggregatesOf = ({ from, measures, counts = {} }: Pick<GroupPlan, 'from' | 'measures' | 'counts'>) =>
  Object.fromEntries([
    ...measures.map((name) => [name, aggregateOf(from, name)] as const),
    ...Object.entries(counts).map(([name, where]) => [name, { op: 'count', where } as const] as const),
  ]) as Measures;
