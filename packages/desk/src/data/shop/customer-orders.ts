import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask, type ListAnswer } from '../answers.ts';
import { pageOf, shop } from '../client.ts';
import type { Order } from '../shop-records.ts';

const meta = { topics: ['orders', 'customers'] };

export const customerOrdersPerPage = 50;

/** One page of the orders of a customer, newest first. */
export const customerOrdersQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: ['customer-orders', id, page],
    queryFn: ({ signal }) => {
      const sorted = { orderby: 'date' as const, order: 'desc' as const };
      const query = { customer_id: id, page, per_page: customerOrdersPerPage, ...sorted };
      return pageOf(shop.GET('/shop/v3/orders', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
    meta,
  });

/** A product of a customer: how many they bought, and what they paid before tax. */
export interface BoughtProduct {
  readonly product: number;
  readonly name: string;
  readonly quantity: number;
  readonly total: number;
}

/** What the lines of orders add up to by product, the most expensive first; orders that do not count are left out. */
export function boughtIn(orders: readonly Order[], excluded: readonly string[]): readonly BoughtProduct[] {
  const bought = new Map<string, BoughtProduct>();
  for (const { lines } of orders.filter(({ status }) => status !== 'trash' && !excluded.includes(status)))
    for (const { product_id: id, name, quantity, total } of lines) {
      const product = id ?? 0;
      const key = product === 0 ? (name ?? '') : String(product);
      const before = bought.get(key) ?? { product, name: name ?? `#${product}`, quantity: 0, total: 0 };
      bought.set(key, { ...before, quantity: before.quantity + quantity, total: before.total + Number(total ?? 0) });
    }
  return [...bought.values()].toSorted((a, b) => b.total - a.total || b.quantity - a.quantity);
}

/** What a customer ordered and spent, as the report on customers counts it. */
export interface CustomerSums {
  readonly orders: number;
  readonly spent: number;
  readonly average: number;
  /** Day and time of the last order that counts, on the clock of the shop; null before the first. */
  readonly lastOrder: string | null;
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export const customerSumsQuery = (id: number) =>
  queryOptions({
    queryKey: ['customer-sums', id],
    queryFn: async ({ signal }): Promise<CustomerSums> => {
      const { rows } = await ask<ListAnswer>({ report: 'customers', customers: [id], per_page: 1 }, signal);
      const row = rows[0] ?? {};
      return {
        orders: Number(row.orders_count ?? 0),
        spent: Number(row.total_spend ?? 0),
        average: Number(row.avg_order_value ?? 0),
        lastOrder: textOrNull(row.date_last_order),
      };
    },
    meta,
  });

/** A file that a customer fetched. */
export interface CustomerDownload {
  readonly id: number;
  readonly at: string;
  readonly product: number;
  readonly file: string;
  readonly order: number;
  readonly orderNumber: string;
  readonly address: string;
}

const DOWNLOADS = 25;

/** The latest downloads of a customer, with the number of all. */
export const customerDownloadsQuery = (id: number) =>
  queryOptions({
    queryKey: ['customer-downloads', id],
    queryFn: async ({ signal }) => {
      const asked = { customer_includes: [id], after: '1970-01-01T00:00:00', orderby: 'date', order: 'desc' };
      const { rows, total } = await ask<ListAnswer>({ report: 'downloads', ...asked, per_page: DOWNLOADS }, signal);
      const downloads = rows.map(
        (row): CustomerDownload => ({
          id: Number(row.id),
          at: `${String(row.date_gmt).replace(' ', 'T')}Z`,
          product: Number(row.product_id),
          file: String(row.file_name ?? ''),
          order: Number(row.order_id),
          orderNumber: String(row.order_number ?? row.order_id),
          address: String(row.ip_address ?? ''),
        }),
      );
      return { rows: downloads, total };
    },
    meta,
  });
