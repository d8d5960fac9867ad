import type { PrintedReport } from '../printed/column.ts';
import { report as categories } from './categories.ts';
import { report as coupons } from './coupons.ts';
import { report as customers } from './customers.ts';
import { report as downloads } from './downloads.ts';
import { report as orders } from './orders.ts';
import { report as products } from './products.ts';
import { report as revenue } from './revenue.ts';
import { report as stock } from './stock.ts';
import { report as taxes } from './taxes.ts';
import { report as variations } from './variations.ts';

/** All reports, in the order in which screens show them. */
export const everyReport = [
  ...([revenue, orders, products, variations, categories] as const),
  ...([coupons, taxes, downloads, customers, stock] as const),
] as const;

/** Columns of all reports, by slug. */
export const printedReports = Object.fromEntries(
  everyReport.map(({ slug, printed }) => [slug, printed]),
) as unknown as Readonly<Record<(typeof everyReport)[number]['slug'], PrintedReport>>;
