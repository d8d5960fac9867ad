import { type UseCase, useCase } from '../../kernel/use-case.ts';
import type { StatsEnvelope } from '../engine/envelope.ts';
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
  useCase({ access: 'manage_store', effect: 'read' }, (ports) => (_, input) => runStats(ports, report, input));

/** Adds up what came in. */
export const readRevenueStats = reading(revenueStats);
/** Adds up orders and refunds. */
export const readOrdersStats = reading(ordersStats);
/** Adds up what was sold of products. */
export const readProductsStats = reading(productsStats);
/** Adds up what was sold of variations. */
export const readVariationsStats = reading(variationsStats);
/** Adds up what coupons took off. */
export const readCouponsStats = reading(couponsStats);
/** Adds up the taxes of orders. */
export const readTaxesStats = reading(taxesStats);
/** Counts downloads. */
export const readDownloadsStats = reading(downloadsStats);
