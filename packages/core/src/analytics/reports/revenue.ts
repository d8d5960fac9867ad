import { defineReport } from '../definition.ts';
import { ofLists } from '../parameters.ts';
import { cell } from '../printed/column.ts';
import { defineStats } from '../stats.ts';
import { statsReader } from '../use-cases/report-reading.ts';
import { ofOrderRows } from './order-measures.ts';

/** Revenue by interval (docs/spec/analytics.md 5.2): the measures of all counted orders, without filters. */
export const revenueStats = defineStats({
  ...ofOrderRows,
  slug: 'revenue/stats',
  summary: 'Add up what came in, in all and by interval.',
  filters: {},
  countsUnless: [],
  sorts: {
    date: 'date',
    total_sales: 'total_sales',
    coupons: 'coupons',
    refunds: 'refunds',
    shipping: 'shipping',
    taxes: 'taxes',
    net_revenue: 'net_revenue',
    orders_count: 'orders_count',
    items_sold: 'num_items_sold',
    gross_sales: 'gross_sales',
  },
});

/** Returns revenue in total and per interval. */
export const readRevenueStats = statsReader(revenueStats);

/** Validated, but not listed in the index. */
const hidden = { published: false } as const;

/** The report on revenue. */
export const report = defineReport({
  slug: 'revenue',
  title: 'Revenue',
  question: 'What came in?',
  stats: {
    slug: revenueStats.slug,
    description: 'What came in, in all and by interval.',
    strip: [
      ...(['net_revenue', 'total_sales', 'gross_sales', 'refunds'] as const),
      ...(['coupons', 'taxes', 'shipping', 'orders_count'] as const),
    ],
    declared: revenueStats,
    read: readRevenueStats,
    params: [...ofLists, 'interval', 'segmentby', 'date_type', 'fields'],
    changes: { fields: hidden },
  },
  filters: [],
  printed: {
    columns: [
      cell.text('Date', 'date_start', null),
      cell.count('Orders', 'subtotals.orders_count', null),
      cell.amount('Gross sales', 'subtotals.gross_sales', null),
      cell.amount('Total sales', 'subtotals.total_sales', null),
      cell.amount('Returns', 'subtotals.refunds', null),
      cell.amount('Coupons', 'subtotals.coupons', null),
      cell.amount('Taxes', 'subtotals.taxes', null),
      cell.amount('Shipping', 'subtotals.shipping', null),
      cell.amount('Net Revenue', 'subtotals.net_revenue', null),
    ],
  },
});
