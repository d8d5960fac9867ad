import type { Page } from '../../kernel/page.ts';
import { query, type UseCase } from '../../kernel/use-case.ts';
import type { Zone } from '../../kernel/zone.ts';
import { dateColumnOf } from '../engine/plan-list.ts';
import type { OrderReportEntry, OrderReportMore, ReportCustomer } from '../report-entries.ts';
import type { ReportPorts, ReportRow } from '../report-ports.ts';
import { ordersReport } from '../reports/orders.ts';
import { type ListAnswer, type ReportListInput, runList } from './run-list.ts';

/**
 * Lists orders and refunds with what reports count of them; a week unless a range is given.
 * @throws DomainError `validation_failed`
 */
export const listOrdersReport: UseCase<ReportPorts, ReportListInput, Page<OrderReportEntry>> = query(
  'manage_store',
  (ports) => async (_, input) => {
    const answer = await runList(ports, ordersReport, input);
    const entryOf = entryReader(answer, input.wants?.includes('extended_info') ?? false);
    return { entries: answer.rows.map(entryOf), total: answer.total };
  },
);

const text = (value: ReportRow[string] | undefined): string | null => (typeof value === 'string' ? value : null);

function entryReader(answer: ListAnswer, isExtended: boolean): (row: ReportRow) => OrderReportEntry {
  const { settings } = answer;
  const records = by(answer.beside('records'), 'id');
  const dateColumn = dateColumnOf(settings);
  const more = isExtended ? moreReader(answer, records) : undefined;
  return (row) => {
    const [orderId, parentId] = [Number(row.order_id), Number(row.parent_id)];
    const record = records.get(parentId || orderId);
    return {
      orderId,
      parentId,
      number: record ? (text(record.number) ?? String(parentId || orderId)) : null,
      date: String(row[dateColumn]),
      created: String(row.created_at),
      createdUtc: String(row.created_utc),
      status: String(row.status),
      customerId: Number(row.customer_id),
      items: Number(row.items),
      net: Number(row.net),
      total: Number(row.total),
      currency: text(record?.currency) ?? settings.currency,
      priceDecimals: settings.priceDecimals,
      isReturning: row.is_returning === true,
      ...(more && { more: more(row) }),
    };
  };
}

function moreReader(answer: ListAnswer, records: ReadonlyMap<number, ReportRow>): (row: ReportRow) => OrderReportMore {
  const names = by(answer.beside('products'), 'id');
  const customers = by(answer.beside('customers'), 'id');
  const lines = ofOrders(answer.beside('lines'));
  const coupons = ofOrders(answer.beside('coupons'));
  return (row) => {
    const [orderId, parentId] = [Number(row.order_id), Number(row.parent_id)];
    const record = records.get(parentId || orderId);
    const type = text(record?.source_type);
    const customer = customers.get(Number(row.customer_id));
    return {
      products: [...(lines.get(orderId) ?? []), ...(lines.get(parentId) ?? [])].map((line) => {
        const id = Number(line.variation_id) || Number(line.product_id);
        return { id, name: text(names.get(id)?.name), quantity: Number(line.quantity) };
      }),
      coupons: (coupons.get(orderId) ?? []).map(({ coupon_id: id, code }) => ({ id: Number(id), code: String(code) })),
      customer: customer && customerOf(customer, answer.zone),
      source: type === null ? undefined : { type, name: text(record?.source_name) },
    };
  };
}

const by = (rows: readonly ReportRow[], column: string): ReadonlyMap<number, ReportRow> =>
  new Map(rows.map((row) => [Number(row[column]), row]));

function ofOrders(rows: readonly ReportRow[]): ReadonlyMap<number, readonly ReportRow[]> {
  const groups = new Map<number, ReportRow[]>();
  for (const row of rows) {
    const orderId = Number(row.order_id);
    const group = groups.get(orderId);
    if (group) group.push(row);
    else groups.set(orderId, [row]);
  }
  return groups;
}

/** A customer in the words of reports. */
function customerOf(row: ReportRow, zone: Zone): ReportCustomer {
  const local = (moment: ReportRow[string] | undefined) => {
    const utc = text(moment);
    return utc === null ? null : zone.toLocal(new Date(`${utc.replace(' ', 'T')}Z`));
  };
  return {
    id: Number(row.id),
    userId: row.user_id === null ? null : Number(row.user_id),
    username: text(row.username),
    firstName: text(row.first_name),
    lastName: text(row.last_name),
    email: text(row.email),
    country: text(row.country),
    state: text(row.state),
    city: text(row.city),
    postcode: text(row.postcode),
    registered: local(row.registered_utc),
    lastActive: local(row.last_active_utc),
  };
}
