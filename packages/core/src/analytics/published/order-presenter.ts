import { UNIT } from '../../kernel/numbers/decimal.ts';
import type { OrderReportEntry, OrderReportMore, ReportCustomer } from '../report-entries.ts';
import { deletedName, type LinkedCall } from './members.ts';
import { priceText } from './money-text.ts';

export function presentOrderEntry(entry: OrderReportEntry, { around }: LinkedCall): Readonly<Record<string, unknown>> {
  return {
    order_id: entry.orderId,
    parent_id: entry.parentId,
    order_number: orderNumber(entry.number),
    date: entry.date,
    date_created: entry.created,
    date_created_gmt: entry.createdUtc,
    status: entry.status,
    customer_id: entry.customerId,
    num_items_sold: entry.items,
    net_total: entry.net / UNIT,
    total_sales: entry.total / UNIT,
    total_formatted: priceText(entry.total, entry.currency, entry.priceDecimals),
    customer_type: entry.isReturning ? 'returning' : 'new',
    ...(entry.more && { extended_info: presentMore(entry.more) }),
    _links: { order: [{ href: around.link(`/shop-analytics/orders/${entry.orderId}`) }] },
  };
}

/** Order number as published: a number if it has only digits, no leading zero and is a safe integer; else text. */
export function orderNumber(number: string | null): number | string | null {
  if (number === null || !/^[1-9][0-9]*$/.test(number)) return number;
  return Number.isSafeInteger(Number(number)) ? Number(number) : number;
}

const presentMore = ({ products, coupons, customer, source }: OrderReportMore): object => ({
  products: products.map(({ id, name, soldAs, quantity }) => ({
    id,
    name: name ?? deletedName(soldAs ?? undefined),
    quantity,
  })),
  coupons: coupons.map(({ id, code }) => ({ id, code })),
  customer: customer ? presentCustomer(customer) : {},
  attribution: { origin: originOf(source) },
});

const presentCustomer = (customer: ReportCustomer): object => ({
  customer_id: customer.id,
  user_id: customer.userId,
  username: customer.username ?? '',
  first_name: customer.firstName ?? '',
  last_name: customer.lastName ?? '',
  email: customer.email ?? '',
  date_last_active: withT(customer.lastActive),
  date_registered: withT(customer.registered),
  country: customer.country ?? '',
  postcode: customer.postcode ?? '',
  city: customer.city ?? '',
  state: customer.state ?? '',
});

const withT = (local: string | null): string | null => local?.replace(' ', 'T') ?? null;

const origins: Readonly<Record<string, string>> = { organic: 'Organic', utm: 'Source', referral: 'Referral' };

/** Display text of an order's attribution source. */
function originOf(source: OrderReportMore['source']): string {
  if (!source) return 'Unknown';
  if (source.type === 'typein' || source.type === 'direct') return 'Direct';
  const word = origins[source.type];
  return word !== undefined && source.name !== null ? `${word}: ${source.name}` : (word ?? 'Unknown');
}
