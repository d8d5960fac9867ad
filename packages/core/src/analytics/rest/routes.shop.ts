import { cannotView, type ShopRoute, shopRoute, shopSection } from '../../rest/shop/route.ts';
import { listOrdersReport, listReports, listStockReport, readStockStats } from '../index.ts';
import { ordersReport } from '../reports/orders.ts';
import { stockReport } from '../reports/stock.ts';
import type { ReportName } from '../use-cases/list-reports.ts';
import { dictionary } from './dictionary.ts';
import { presentOrderEntry, presentReport, presentStockCounts, presentStockEntry } from './presenters.ts';
import { reportRoute } from './report-routes.ts';
import { orderEntry, reportName, stockEntry, stockTotals } from './shapes.ts';

const { context } = dictionary;

/** Every report that there is, in the order in which they are listed. */
const published: readonly ReportName[] = [
  { slug: ordersReport.slug, description: 'Orders and refunds one by one.' },
  { slug: stockReport.slug, description: 'What there is of products and variations.' },
  { slug: 'stock/stats', description: 'How many products are in stock, low, out of stock or on backorder.' },
];

/** Reports on what was sold and what is there. */
export const analyticsShopRoutes: readonly ShopRoute[] = shopSection(
  'Reports',
  shopRoute({
    methods: ['GET'],
    path: '/shop-analytics/reports',
    summary: 'List the reports.',
    refusal: cannotView,
    params: { context: { ...context, enum: ['view'] } },
    useCase: listReports,
    input: () => ({ published }),
    present: (reports, call) => reports.map((each) => presentReport(each, call)),
    returns: { type: 'array', items: reportName },
  }),
  reportRoute({
    report: ordersReport,
    useCase: listOrdersReport,
    params: [
      'context',
      'page',
      'per_page',
      'after',
      'before',
      'order',
      'force_cache_refresh',
      'product_includes',
      'product_excludes',
      'variation_includes',
      'variation_excludes',
      'coupon_includes',
      'coupon_excludes',
      'tax_rate_includes',
      'tax_rate_excludes',
      'status_is',
      'status_is_not',
      'customer_type',
      'refunds',
      'extended_info',
      'order_includes',
      'order_excludes',
      'attribute_is',
      'attribute_is_not',
      'match',
    ],
    changes: { per_page: { minimum: 0 }, match: { published: false } },
    present: presentOrderEntry,
    returns: orderEntry,
  }),
  reportRoute({
    report: stockReport,
    useCase: listStockReport,
    params: [
      'context',
      'page',
      'per_page',
      'order',
      'exclude',
      'include',
      'parent',
      'parent_exclude',
      'offset',
      'type',
    ],
    changes: { order: { default: 'asc' } },
    present: presentStockEntry,
    returns: stockEntry,
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-analytics/reports/stock/stats',
    summary: 'Count products and variations by their stock.',
    refusal: cannotView,
    params: { context },
    useCase: readStockStats,
    input: () => ({}),
    present: presentStockCounts,
    returns: stockTotals,
  }),
);
