import { couponsStats } from '../reports/coupons.ts';
import { downloadsStats } from '../reports/downloads.ts';
import { ordersStats, revenueStats } from '../reports/order-stats.ts';
import { productsStats } from '../reports/products.ts';
import { taxesStats } from '../reports/taxes.ts';
import { variationsStats } from '../reports/variations.ts';
import type { Metric, StatsReport } from '../stats.ts';
import type { PrintedKind } from './column.ts';

/** All stats reports. */
export const everyStatsReport: readonly StatsReport[] = [
  ...[revenueStats, ordersStats, productsStats, variationsStats, couponsStats, taxesStats, downloadsStats],
];

/** A metric of a stats report, for display. */
export interface PrintedNumber {
  readonly name: string;
  readonly header: string;
  readonly kind: PrintedKind;
}

const kindOf = ({ kind, formula }: Metric): PrintedKind =>
  kind === 'amount' ? 'amount' : 'ratio' in formula ? 'average' : 'count';

const headerOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;

type Declared = Readonly<Record<string, readonly [header: string, kind: PrintedKind]>>;

/** Stats on current data, whose metrics are not declared as in `StatsReport`. */
const others: Readonly<Record<string, Declared>> = {
  'stock/stats': {
    products: ['Products', 'count'],
    lowstock: ['Low stock', 'count'],
    instock: ['In stock', 'count'],
    outofstock: ['Out of stock', 'count'],
    onbackorder: ['On backorder', 'count'],
  },
  'customers/stats': {
    customers_count: ['Customers', 'count'],
    avg_orders_count: ['Average orders', 'average'],
    avg_total_spend: ['Average total spend', 'amount'],
    avg_avg_order_value: ['Average of their average order values', 'amount'],
  },
};

const declaredIn = ({ metrics }: StatsReport): Declared =>
  Object.fromEntries(
    Object.entries(metrics).map(([name, metric]) => [name, [headerOf(name), kindOf(metric)] as const] as const),
  );

/** Metrics of a stats report in published order; undefined for other reports. */
export function printedNumbers(slug: string): readonly PrintedNumber[] | undefined {
  const report = everyStatsReport.find((each) => each.slug === slug);
  const declared = report ? declaredIn(report) : Object.hasOwn(others, slug) ? others[slug] : undefined;
  return declared && Object.entries(declared).map(([name, [header, kind]]) => ({ name, header, kind }));
}
