import { couponsStats } from './reports/coupons.ts';
import { downloadsStats } from './reports/downloads.ts';
import { ordersStats } from './reports/orders.ts';
import { productsStats } from './reports/products.ts';
import { revenueStats } from './reports/revenue.ts';
import { taxesStats } from './reports/taxes.ts';
import { variationsStats } from './reports/variations.ts';
import type { StatsReport } from './stats.ts';

/** A total of a report, shown on the dashboard. */
export interface Indicator {
  /** Public name: `revenue/total_sales`. */
  readonly stat: string;
  readonly report: StatsReport;
  /** Name of the measure. */
  readonly chart: string;
  readonly label: string;
  readonly format: 'number' | 'currency';
}

const of = (
  report: StatsReport,
  chart: string,
  { label, format }: { readonly label: string; readonly format: Indicator['format'] },
): Indicator => ({ stat: `${report.slug.replace(/\/stats$/, '')}/${chart}`, report, chart, label, format });
const money = (label: string) => ({ label, format: 'currency' }) as const;
const count = (label: string) => ({ label, format: 'number' }) as const;

/** All indicators, in published order (docs/spec/analytics.md 10.2). */
export const indicators: readonly Indicator[] = [
  of(revenueStats, 'total_sales', money('Total sales')),
  of(revenueStats, 'net_revenue', money('Net sales')),
  of(ordersStats, 'orders_count', count('Orders')),
  of(ordersStats, 'avg_order_value', money('Average order value')),
  of(productsStats, 'items_sold', count('Products sold')),
  of(revenueStats, 'refunds', money('Returns')),
  of(couponsStats, 'orders_count', count('Discounted orders')),
  of(couponsStats, 'amount', money('Net discount amount')),
  of(taxesStats, 'total_tax', money('Total tax')),
  of(taxesStats, 'order_tax', money('Order tax')),
  of(taxesStats, 'shipping_tax', money('Shipping tax')),
  of(revenueStats, 'shipping', money('Shipping')),
  of(downloadsStats, 'download_count', count('Downloads')),
  of(revenueStats, 'gross_sales', money('Gross sales')),
  of(variationsStats, 'items_sold', count('Variations Sold')),
];
