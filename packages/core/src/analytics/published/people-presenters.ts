import { UNIT } from '../../kernel/numbers/decimal.ts';
import type { CustomerReportEntry, CustomerStats, DownloadReportEntry } from '../index.ts';
import type { LinkedCall } from './linked-call.ts';
import { orderNumber } from './presenters.ts';

const withT = (moment: string | null): string | null => moment?.replace(' ', 'T') ?? null;

export const presentDownloadEntry = (entry: DownloadReportEntry, { around }: LinkedCall): object => ({
  id: entry.id,
  product_id: entry.productId,
  date: entry.at,
  date_gmt: entry.atUtc,
  download_id: entry.fileId,
  file_name: entry.file.split('/').at(-1) ?? '',
  file_path: entry.file,
  order_id: entry.orderId,
  order_number: orderNumber(entry.orderNumber),
  user_id: entry.userId ?? 0,
  username: entry.username ?? '',
  ip_address: entry.ipAddress,
  _links: { product: [{ href: around.link(`/shop-analytics/products/${entry.productId}`), embeddable: true }] },
});

export function presentCustomerEntry(entry: CustomerReportEntry, { around }: LinkedCall): object {
  const { id, firstName, lastName, orders, spend } = entry;
  const customers = '/shop-analytics/customers';
  return {
    id,
    user_id: entry.userId ?? 0,
    username: entry.username ?? '',
    name: `${firstName ?? ''} ${lastName ?? ''}`.trim(),
    first_name: firstName ?? '',
    last_name: lastName ?? '',
    email: entry.email ?? '',
    country: entry.country ?? '',
    city: entry.city ?? '',
    state: entry.state ?? '',
    postcode: entry.postcode ?? '',
    date_registered: withT(entry.registered),
    date_registered_gmt: withT(entry.registeredUtc),
    date_last_active: withT(entry.lastActive),
    date_last_active_gmt: withT(entry.lastActiveUtc),
    date_last_order: entry.lastOrder,
    orders_count: orders,
    total_spend: spend / UNIT,
    avg_order_value: orders === 0 ? 0 : spend / UNIT / orders,
    ...(entry.userId !== null && {
      _links: {
        customer: [{ href: around.link(`${customers}/${id}`) }],
        collection: [{ href: around.link(customers) }],
      },
    }),
  };
}

/** Publishes customer totals, restricted to the requested fields. */
export function presentCustomerStats(stats: CustomerStats, fields: readonly string[] | undefined): object {
  const { customers, buyers, orders, spend, averages } = stats;
  const per = (sum: number): number => (buyers === 0 ? 0 : sum / buyers);
  const totals = {
    customers_count: customers,
    avg_orders_count: per(orders),
    avg_total_spend: per(spend / UNIT),
    avg_avg_order_value: per(averages / UNIT),
  };
  const isWanted = ([name]: readonly [string, number]) => !fields || fields.length === 0 || fields.includes(name);
  return { totals: Object.fromEntries(Object.entries(totals).filter(isWanted)) };
}
