import type { Zone } from '../../kernel/zone.ts';
import { type AllKeys, inPinnedOrder } from '../engine/pinned.ts';
import { planList, planTotals, type ReportContext } from '../engine/plan-list.ts';
import { readBounds, type SentBounds } from '../engine/read-bounds.ts';
import type { CustomerReportEntry, CustomerStats } from '../report-entries.ts';
import type { ReportPorts, ReportRow } from '../report-ports.ts';
import { customersReport } from '../reports/customers.ts';
import { type ReportList, type ReportRead, reportList, reportRead } from './report-list.ts';
import { customerOf, textOf } from './row-values.ts';
import { answered, contextOf, listKeys, type ReportListInput } from './run-list.ts';

/** Input of the customers report; bounds are unparsed. */
export interface CustomerListInput extends ReportListInput {
  readonly bounds?: SentBounds;
}

/**
 * Lists customers with their purchases, within a range or of all time.
 * @throws DomainError `validation_failed`
 */
export const listCustomersReport: ReportList<CustomerListInput, CustomerReportEntry> = reportList(
  async (ports, input) => {
    const context = await contextOf(ports);
    const { zone } = context;
    const plans = planList(customersReport, withBounds(input, context), context);
    const { rows: found, total } = await answered(ports, plans, context);
    const rows = input.pinned ? inPinnedOrder(found, ['id'], input.pinned) : found;
    return { entries: rows.map((row) => entryOf(row, zone)), total };
  },
);

/**
 * Returns the totals of the matching customers.
 * @throws DomainError `validation_failed`
 */
export const readCustomersStats: ReportRead<Omit<CustomerListInput, 'page' | 'perPage'>, CustomerStats> = reportRead(
  async (ports, input) => {
    const context = await contextOf(ports);
    const { count } = await ports.reports.answer(planTotals(customersReport, withBounds(input, context), context));
    const number = (name: string): number => Number(count[0]?.[name] ?? 0);
    return {
      customers: number('total'),
      buyers: number('buyers'),
      orders: number('orders'),
      spend: number('spend'),
      averages: number('averages'),
    };
  },
);

/** Returns the keys of all listed customers, in order. */
export const customerKeys = async (ports: ReportPorts, input: CustomerListInput): Promise<AllKeys> =>
  listKeys(ports, customersReport, withBounds(input, await contextOf(ports)));

const withBounds = <I extends Pick<CustomerListInput, 'asked' | 'bounds'>>(
  { bounds = {}, ...rest }: I,
  { zone }: ReportContext,
) => ({
  ...rest,
  asked: { ...rest.asked, ...readBounds(customersReport, bounds, zone) },
});

function entryOf(row: ReportRow, zone: Zone): CustomerReportEntry {
  return {
    ...customerOf(row, zone),
    registeredUtc: textOf(row.registered_utc),
    lastActiveUtc: textOf(row.last_active_utc),
    lastOrder: textOf(row['spent.last_order']),
    orders: Number(row['spent.orders']),
    spend: Number(row['spent.spend']),
  };
}
