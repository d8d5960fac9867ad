import { codesByKind } from '../../kernel/errors.ts';
import type { DeclaredRefusals } from '../../kernel/use-case.ts';
import type { StatsEnvelope } from '../engine/envelope.ts';
import { invalidSegment, reportTookTooLong } from '../errors.ts';
import { couponsStats } from '../reports/coupons.ts';
import { downloadsStats } from '../reports/downloads.ts';
import { ordersStats, revenueStats } from '../reports/order-stats.ts';
import { productsStats } from '../reports/products.ts';
import { taxesStats } from '../reports/taxes.ts';
import { variationsStats } from '../reports/variations.ts';
import type { StatsReport } from '../stats.ts';
import { type ReportRead, reportRead } from './report-list.ts';
import { type ReportStatsInput, runStats } from './run-list.ts';

const reading = (report: StatsReport): ReportRead<ReportStatsInput, StatsEnvelope> =>
  reportRead((ports, input) => runStats(ports, report, input), refusalsOf(report));

const refusalsOf = ({ segments }: StatsReport): DeclaredRefusals =>
  codesByKind(reportTookTooLong(), ...(segments ? [invalidSegment()] : []));

/** Returns revenue in total and per interval. */
export const readRevenueStats = reading(revenueStats);
/** Returns the metrics of orders and refunds, in total and per interval. */
export const readOrdersStats = reading(ordersStats);
/** Returns product sales in total and per interval. */
export const readProductsStats = reading(productsStats);
/** Returns variation sales in total and per interval. */
export const readVariationsStats = reading(variationsStats);
/** Returns coupon discounts in total and per interval. */
export const readCouponsStats = reading(couponsStats);
/** Returns the taxes of orders in total and per interval. */
export const readTaxesStats = reading(taxesStats);
/** Counts downloads in total and per interval. */
export const readDownloadsStats = reading(downloadsStats);
