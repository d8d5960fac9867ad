import { dateColumnOf } from '../engine/plan-list.ts';
import type { OrderReportEntry, OrderReportMore } from '../report-entries.ts';
import type { ReportRow } from '../report-ports.ts';
import { customerOf, groupsBy, type ListAnswer, rowsBy, textOf } from './report-reading.ts';

/** Reads orders of a list, with further columns where they were asked for. */
export function entryReader(answer: ListAnswer, isExtended: boolean): (row: ReportRow) => OrderReportEntry {
  const { settings } = answer;
  const records = rowsBy(answer.related('records'), 'id');
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
  const names = rowsBy(answer.related('products'), 'id');
  const customers = rowsBy(answer.related('customers'), 'id');
  const lines = groupsBy(answer.related('lines'), 'order_id');
  const coupons = groupsBy(answer.related('coupons'), 'order_id');
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
