import { section } from '../../interface/route.ts';
import { cannotView, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import { listReports, type ReportName } from '../index.ts';
import { presentReport } from '../published/presenters.ts';
import { boardRoutes } from './board-routes.ts';
import { customerRoutes } from './customer-routes.ts';
import { dictionary } from './dictionary.ts';
import { exportRoutes } from './export-routes.ts';
import { importRoutes } from './import-routes.ts';
import { moneyRoutes } from './money-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { productRoutes } from './product-routes.ts';
import { reportName } from './shapes.ts';

const { context } = dictionary;

/** All reports, in published order. */
export const publishedReports: readonly ReportName[] = [
  { slug: 'performance-indicators', description: 'Numbers for the front page.' },
  { slug: 'revenue/stats', description: 'What came in, in all and by interval.' },
  { slug: 'orders/stats', description: 'Orders and refunds, in all and by interval.' },
  { slug: 'products', description: 'What was sold of products.' },
  { slug: 'products/stats', description: 'What was sold of products, in all and by interval.' },
  { slug: 'variations', description: 'What was sold of variations.' },
  { slug: 'variations/stats', description: 'What was sold of variations, in all and by interval.' },
  { slug: 'categories', description: 'What was sold by categories.' },
  { slug: 'coupons', description: 'What coupons took off.' },
  { slug: 'coupons/stats', description: 'What coupons took off, in all and by interval.' },
  { slug: 'taxes', description: 'The taxes of orders.' },
  { slug: 'taxes/stats', description: 'The taxes of orders, in all and by interval.' },
  { slug: 'downloads', description: 'What was downloaded.' },
  { slug: 'downloads/stats', description: 'How much was downloaded, in all and by interval.' },
  { slug: 'customers', description: 'Customers and what they bought.' },
  { slug: 'customers/stats', description: 'Customers added up.' },
  { slug: 'orders', description: 'Orders and refunds one by one.' },
  { slug: 'stock', description: 'What there is of products and variations.' },
  { slug: 'stock/stats', description: 'How many products are in stock, low, out of stock or on backorder.' },
];

/** Reports on sales and stock. */
export const analyticsShopRoutes: readonly ShopRoute[] = section(
  'Reports',
  shopRoute({
    methods: ['GET'],
    path: '/shop-analytics/reports',
    summary: 'List the reports.',
    refusal: cannotView,
    params: { context: { ...context, enum: ['view'] } },
    useCase: listReports,
    input: () => ({ published: publishedReports }),
    present: (known, call) => known.map((each) => presentReport(each, call)),
    returns: { type: 'array', items: reportName },
  }),
  ...orderRoutes,
  ...productRoutes,
  ...moneyRoutes,
  ...customerRoutes,
  ...boardRoutes,
  ...exportRoutes,
  ...importRoutes,
);
