import { queryOptions } from '@tanstack/react-query';
import { ask, type ListAnswer } from '../answers.ts';

/** How many of each product were sold since a day, by id; products that were not sold are absent. */
export const soldQuery = (products: readonly number[], since: string) =>
  queryOptions({
    queryKey: ['sold', products, since],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, number>> => {
      const question = { report: 'products', products, after: `${since}T00:00:00`, per_page: 100 };
      const { rows } = await ask<ListAnswer>(question, signal);
      return new Map(rows.map(({ product_id: id, items_sold: sold }) => [Number(id), Number(sold)]));
    },
    enabled: products.length > 0,
    meta: { topics: ['orders'] },
  });
