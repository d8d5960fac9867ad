import { codesByKind } from '../../kernel/errors.ts';
import { type DeclaredRefusals, type UseCase, useCase } from '../../kernel/use-case.ts';
import type { StatsEnvelope } from '../engine/envelope.ts';
import { invalidSegment, reportTookTooLong } from '../errors.ts';
import type { ReportPorts } from '../report-ports.ts';
import { couponsStats } from '../reports/coupons.ts';
import { downloadsStats } from '../reports/downloads.ts';
import { ordersStats, revenueStats } from '../reports/order-stats.ts';
import { productsStats } from '../reports/products.ts';
import { taxesStats } from '../reports/taxes.ts';
import { variationsStats } from '../reports/variations.ts';
import type { StatsReport } from '../stats.ts';
import { type ReportStatsInput, runStats } from './run-list.ts';

type ReadStats = UseCase<ReportPorts, ReportStatsInput, StatsEnvelope>;
const reading = (report: StatsReport): ReadStats =>
  useCase({ access: 'manage_store', effect: 'read', refusals: refusalsOf(report) }, (ports) => (_, input) => {
    return runStats(ports, report, input);
  });

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
