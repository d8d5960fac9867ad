import type { ShopRoute } from '../../interface/shop/route.ts';
import { listOrdersReport, readOrdersStats, readRevenueStats } from '../index.ts';
import { presentOrderEntry } from '../published/presenters.ts';
import { ordersStats, revenueStats } from '../reports/order-stats.ts';
import { ordersReport } from '../reports/orders.ts';
import { ofLists, type ParamName } from './dictionary.ts';
import { reportRoute, statsRoute } from './report-routes.ts';
import { orderEntry } from './shapes.ts';

const ofOrders = [
  'product_includes',
  'product_excludes',
  'variation_includes',
  'variation_excludes',
  'coupon_includes',
  'coupon_excludes',
  'tax_rate_includes',
  'tax_rate_excludes',
] as const satisfies readonly ParamName[];
/** Parsed and validated, but not shown in the index. */
const hidden = { published: false } as const;

/** Reports on orders and revenue. */
export const orderRoutes: readonly ShopRoute[] = [
  statsRoute({
    report: revenueStats,
    useCase: readRevenueStats,
    params: [...ofLists, 'interval', 'segmentby', 'date_type', 'fields'],
    changes: { fields: hidden },
  }),
  reportRoute({
    report: ordersReport,
    useCase: listOrdersReport,
    params: [
      ...ofLists,
      ...ofOrders,
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
    changes: { per_page: { minimum: 0 }, match: hidden },
    present: presentOrderEntry,
    returns: orderEntry,
  }),
  statsRoute({
    report: ordersStats,
    useCase: readOrdersStats,
    params: [
      ...ofLists,
      'interval',
      'match',
      'status_is',
      'status_is_not',
      ...ofOrders,
      'customer',
      'customer_type',
      'refunds',
      'attribute_is',
      'attribute_is_not',
      'segmentby',
      'fields',
    ],
    changes: {
      status_is: { default: null },
      customer_type: { enum: ['new', 'returning'], default: undefined },
      fields: hidden,
    },
  }),
];
