import { queryOptions } from '@tanstack/react-query';
import { ask, type ListAnswer } from './answers.ts';
import { pageOf, shop } from './client.ts';
import type { Customer } from './shop-records.ts';

const meta = { topics: ['orders', 'customers'] };

/** The latest orders that carry the e-mail address of a customer. */
export const customerOrdersQuery = ({ id, email }: Customer) =>
  queryOptions({
    queryKey: ['customer-orders', id, email],
    queryFn: async ({ signal }) => {
      const query = { search: email ?? '', per_page: 25, orderby: 'date' as const, order: 'desc' as const };
      const { rows } = await pageOf(shop.GET('/shop/v3/orders', { params: { query }, signal }));
      return rows.filter(({ customer_id: customer }) => customer === id);
    },
    enabled: email !== null,
    meta,
  });

/** What a customer ordered and spent, as the report on customers counts it. */
export const customerSumsQuery = (id: number) =>
  queryOptions({
    queryKey: ['customer-sums', id],
    queryFn: async ({ signal }) => {
      const { rows } = await ask<ListAnswer>({ report: 'customers', customers: [id], per_page: 1 }, signal);
      const row = rows[0] ?? {};
      return {
        orders: Number(row.orders_count ?? 0),
        spent: Number(row.total_spend ?? 0),
        average: Number(row.avg_order_value ?? 0),
      };
    },
    meta,
  });
