import { section } from '../../interface/route.ts';
import { cannotView, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import type { Report } from '../definition.ts';
import { everyReport, listReports, type ReportName } from '../index.ts';
import { parameters } from '../parameters.ts';
import { presentReport } from '../published/report-presenter.ts';
import { boardRoutes } from './board-routes.ts';
import { customerRoutes } from './customer-routes.ts';
import { exportRoutes } from './export-routes.ts';
import { importRoutes } from './import-routes.ts';
import { routesOf } from './report-routes.ts';
import { reportName } from './shapes.ts';

const { context } = parameters;

/** Slugs and descriptions of the rows and totals of all reports. */
const described = everyReport.flatMap(({ slug, stats, rows }: Report): readonly ReportName[] => [
  ...(rows ? [{ slug, description: rows.description }] : []),
  ...('description' in stats ? [{ slug: stats.slug, description: stats.description }] : []),
]);
/** Clients of the list expect rows of orders and stock last (docs/spec/analytics.md 5). */
const isLate = ({ slug }: ReportName): boolean => slug === 'orders' || slug.startsWith('stock');

/** All reports, in published order. */
export const publishedReports: readonly ReportName[] = [
  { slug: 'performance-indicators', description: 'Numbers for the front page.' },
  ...described.filter((each) => !isLate(each)),
  ...described.filter(isLate),
];

/** All analytics routes. */
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
  ...everyReport.flatMap(routesOf),
  ...customerRoutes,
  ...boardRoutes,
  ...exportRoutes,
  ...importRoutes,
);
