import { COUNTED_DATE } from '../../packages/core/src/analytics/report.ts';
import { categoriesReport } from '../../packages/core/src/analytics/reports/categories.ts';
import { couponsReport } from '../../packages/core/src/analytics/reports/coupons.ts';
import { customersReport } from '../../packages/core/src/analytics/reports/customer-list.ts';
import { downloadsReport } from '../../packages/core/src/analytics/reports/downloads.ts';
import { productsReport } from '../../packages/core/src/analytics/reports/products.ts';
import { taxesReport } from '../../packages/core/src/analytics/reports/taxes.ts';
import { variationsReport } from '../../packages/core/src/analytics/reports/variations.ts';

import type { StatsReport } from '../../packages/core/src/analytics/stats.ts';

/** The date columns of lists. */
const dates: Readonly<Record<string, string | undefined>> = {
  orders: COUNTED_DATE,
  downloads: downloadsReport.date,
  customers: customersReport.sums.date,
  ...Object.fromEntries(
    [productsReport, variationsReport, categoriesReport, couponsReport, taxesReport].map(({ slug, date }) => [
      slug,
      date,
    ]),
  ),
};

/** The date that a report counts by, in words; undefined where it has none. */
export function dateInWords(slug: string, stats: StatsReport | undefined): string | undefined {
  const date = stats ? (stats.date ?? COUNTED_DATE) : dates[slug];
  if (date?.endsWith(COUNTED_DATE)) return 'the configured date of the shop (`date_type`)';
  if (date === 'at') return 'the time of the download';
  return date && 'the time at which the order or the refund was created';
}
