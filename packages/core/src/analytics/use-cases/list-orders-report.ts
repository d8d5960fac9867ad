import type { AllKeys } from '../engine/pinned.ts';
import { dateColumnOf } from '../engine/plan-list.ts';
import type { OrderReportEntry, OrderReportMore } from '../report-entries.ts';
import type { ReportPorts, ReportRow } from '../report-ports.ts';
import { ordersReport } from '../reports/orders.ts';
import { type ReportList, reportList } from './report-list.ts';
import { customerOf, groupsBy, rowsBy, textOf } from './row-values.ts';
import { type ListAnswer, listKeys, type ReportListInput, runList } from './run-list.ts';

/**
 * Lists orders and refunds with their counted amounts; the last week unless a range is given.
 * @throws DomainError `validation_failed`
 */
export const listOrdersReport: ReportList<ReportListInput, OrderReportEntry> = reportList(async (ports, input) => {
  const answer = await runList(ports, ordersReport, input);
  const entryOf = entryReader(answer, input.wants?.includes('extended_info') ?? false);
  return { entries: answer.rows.map(entryOf), total: answer.total };
});

/** Returns the keys of all listed orders and refunds, in order. */
export const orderKeys = (ports: ReportPorts, input: ReportListInput): Promise<AllKeys> =>
  listKeys(ports, ordersReport, input);

function entryReader(answer: ListAnswer, isExtended: boolean): (row: ReportRow) => OrderReportEntry {
  const { settings } = answer;
  const records = rowsBy(answer.beside('records'), 'id');
  const dateColumn = dateColumnOf(settings);
  const more = isExtended ? moreReader(answer, records) : undefined;
  return (row) => {
    const orderId = Number(row.order_id);
    const parentId = Number(row.parent_id);
    const record = records.get(parentId || orderId);
    return {
      orderId,
      parentId,
      number: record ? (textOf(record.number) ?? String(parentId || orderId)) : null,
      date: String(row[dateColumn]),
      created: String(row.created_at),
      createdUtc: String(row.created_utc),
      status: String(row.status),
      customerId: Number(row.customer_id),
      items: Number(row.items),
      net: Number(row.net),
      total: Number(row.total),
      currency: textOf(record?.currency) ?? settings.currency,
      priceDecimals: settings.priceDecimals,
      isReturning: row.is_returning === true,
      ...(more && { more: more(row) }),
    };
  };
}

function moreReader(answer: ListAnswer, records: ReadonlyMap<number, ReportRow>): (row: ReportRow) => OrderReportMore {
  const names = rowsBy(answer.beside('products'), 'id');
  const customers = rowsBy(answer.beside('customers'), 'id');
  const lines = groupsBy(answer.beside('lines'), 'order_id');
  const coupons = groupsBy(answer.beside('coupons'), 'order_id');
  return (row) => {
    const orderId = Number(row.order_id);
    const parentId = Number(row.parent_id);
    const record = records.get(parentId || orderId);
    const type = textOf(record?.source_type);
    const customer = customers.get(Number(row.customer_id));
    return {
      products: (lines.get(parentId || orderId) ?? []).map((line) => {
        const id = Number(line.variation_id) || Number(line.product_id);
        return { id, name: textOf(names.get(id)?.name), soldAs: textOf(line.name), quantity: Number(line.quantity) };
      }),
      coupons: (coupons.get(orderId) ?? []).map(({ coupon_id: id, code }) => ({ id: Number(id), code: String(code) })),
      customer: customer && customerOf(customer, answer.zone),
      source: type === null ? undefined : { type, name: textOf(record?.source_name) },
    };
  };
}
