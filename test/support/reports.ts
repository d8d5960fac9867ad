import type { GroupReport, ListReport, StatsReport } from '../core/internals.ts';
import * as reports from '../core/internals.ts';

/** Every report that adds up. */
export const everyStats: readonly StatsReport[] = [
  reports.revenueStats,
  reports.ordersStats,
  reports.productsStats,
  reports.variationsStats,
  reports.couponsStats,
  reports.taxesStats,
  reports.downloadsStats,
];
/** Every list of groups. */
export const everyGroups: readonly GroupReport[] = [
  reports.productsReport,
  reports.variationsReport,
  reports.categoriesReport,
  reports.couponsReport,
  reports.taxesReport,
];
/** Every list of rows. */
export const everyList: readonly ListReport[] = [
  reports.ordersReport,
  reports.stockReport,
  reports.downloadsReport,
  reports.customersReport,
];
