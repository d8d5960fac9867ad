import type { GroupPlan, Question, RowPlan } from '@backroom/core/analytics';
import { CompiledQuery, type Kysely } from 'kysely';
import { statementOf } from '../analytics/report-statements.ts';
import { FollowedRules } from '../analytics/roll-ups/followed-rules.ts';
import type { Tables } from '../tables.ts';

interface Asked extends Pick<GroupPlan, 'from' | 'measures' | 'each'> {
  /** Path from a row to its order. */
  readonly path: '' | 'order.';
  readonly by?: string;
  readonly where?: GroupPlan['where'];
}

/** Groups over years, months and days, by month if no column is named. */
function groups({ from, each = [], path, measures, by, where = { op: 'all', of: [] } }: Asked): GroupPlan {
  const date = `${path}created_at`;
  const key = by ? { column: by } : { column: date, interval: 'month' as const, weekStartsOn: 1 };
  return {
    kind: 'groups',
    from,
    each,
    measures,
    keys: { key },
    orderBy: [],
    where: {
      op: 'all',
      of: [
        { op: 'atLeast', column: date, value: '2020-03-15 00:00:00' },
        { op: 'atMost', column: date, value: '2023-05-15 23:59:59' },
        { op: 'not', of: { op: 'among', column: `${path}status`, values: ['trash'] } },
        where,
      ],
    },
  };
}

/** A page of rows. */
const rows = (
  from: RowPlan['from'],
  { columns, by }: { readonly columns: readonly string[]; readonly by: string },
): RowPlan => ({
  kind: 'rows',
  from,
  columns,
  where: { op: 'known', column: by },
  limit: 10,
  orderBy: [{ by, descending: true }],
});

/** A question that reads the tables of most reports. */
const question: Question = {
  orders: groups({ from: 'order', path: '', measures: ['orders', 'total', 'customers'] }),
  products: groups({ from: 'line', path: 'order.', by: 'product_id', measures: ['items', 'net', 'orders'] }),
  coupons: groups({ from: 'coupon', path: 'order.', measures: ['amount', 'coupons'] }),
  taxes: groups({ from: 'tax', path: 'order.', by: 'rate_id', measures: ['order_tax', 'orders'] }),
  categories: groups({
    from: 'line',
    each: ['headings', 'coupons'],
    path: 'order.',
    by: 'headings.category_id',
    measures: ['items', 'items_of_orders', 'net_of_orders', 'customers', 'coupons'],
  }),
  ofOneProduct: groups({
    from: 'order',
    path: '',
    measures: ['orders', 'customers'],
    where: { op: 'has', reference: 'lines', where: { op: 'among', column: 'product_id', values: [1] } },
  }),
  customers: rows('customer', { columns: ['id', 'name_key', 'country_key'], by: 'registered_utc' }),
  spent: rows('customer_sum', { columns: ['customer_id'], by: 'total' }),
  stock: rows('stock', { columns: ['id', 'name', 'quantity', 'stock_status'], by: 'name_key' }),
};

/**
 * Plans a report without running it. Afterwards the catalogue of the database is cached on this connection: without that the
 * first report takes longer to plan than to run.
 */
export async function planFirst(db: Kysely<Tables>): Promise<void> {
  const { sql, parameters } = statementOf<never>(question, { rules: new FollowedRules() }).compile(db);
  await db.executeQuery(CompiledQuery.raw(`explain ${sql}`, [...parameters]));
}
