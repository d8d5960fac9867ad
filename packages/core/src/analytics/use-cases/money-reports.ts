import type { Zone } from '../../kernel/zone.ts';
import type { AllKeys } from '../engine/pinned.ts';
import type { ReportPorts, ReportRow } from '../report-ports.ts';
import { couponsReport } from '../reports/coupons.ts';
import { taxesReport } from '../reports/taxes.ts';
import type { CouponReportEntry, TaxReportEntry } from '../sales-entries.ts';
import { type ReportList, reportList } from './report-list.ts';
import { localOf, textOf } from './row-values.ts';
import { groupKeys, type ReportListInput, runGroups } from './run-list.ts';

/**
 * Lists discounts by coupon.
 * @throws DomainError `validation_failed`
 */
export const listCouponsReport: ReportList<ReportListInput, CouponReportEntry> = reportList(async (ports, input) => {
  const { rows, total, zone } = await runGroups(ports, couponsReport, input);
  const entries = rows.map((row) => ({
    couponId: Number(row.coupon_id),
    amount: Number(row.amount),
    orders: Number(row.orders_count),
    record: couponOf(row, zone),
    isExtended: input.wants?.includes('extended_info') ?? false,
  }));
  return { entries, total };
});

/** Returns the keys of all listed coupons, in order. */
export const couponKeys = (ports: ReportPorts, input: ReportListInput): Promise<AllKeys> =>
  groupKeys(ports, couponsReport, input);

function couponOf(row: ReportRow, zone: Zone): CouponReportEntry['record'] {
  const code = textOf(row['record.code']);
  if (code === null) return null;
  return {
    code,
    type: String(row['record.type']),
    created: localOf(row['record.created_utc'], zone) ?? '',
    createdUtc: String(row['record.created_utc']),
    expires: localOf(row['record.expires_utc'], zone),
    expiresUtc: textOf(row['record.expires_utc']),
  };
}

/** Returns the keys of all listed tax rates, in order. */
export const taxKeys = (ports: ReportPorts, input: ReportListInput): Promise<AllKeys> =>
  groupKeys(ports, taxesReport, input);

/**
 * Lists taxes by rate.
 * @throws DomainError `validation_failed`
 */
export const listTaxesReport: ReportList<ReportListInput, TaxReportEntry> = reportList(async (ports, input) => {
  const { rows, total } = await runGroups(ports, taxesReport, input);
  const entries = rows.map((row) => {
    // Rates without charged taxes have only their record.
    const isCharged = row.rate_code !== null;
    const rateMember = (name: string) => (isCharged ? row[name] : row[`rate.${name}`]);
    return {
      rateId: Number(row.tax_rate_id),
      name: String(rateMember('name') ?? ''),
      percent: Number(rateMember('percent') ?? 0),
      country: String(rateMember('country') ?? ''),
      state: String(rateMember('state') ?? ''),
      priority: Number(rateMember('priority') ?? 0),
      total: Number(row.total_tax),
      orderTax: Number(row.order_tax),
      shippingTax: Number(row.shipping_tax),
      taxable: Number(row.taxable_amount),
      orders: Number(row.orders_count),
    };
  });
  return { entries, total };
});
