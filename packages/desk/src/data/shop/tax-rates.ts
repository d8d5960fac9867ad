import { queryOptions } from '@tanstack/react-query';
import { pageOf, shop } from '../client.ts';
import type { TaxRate } from '../shop-records.ts';

const PER_PAGE = 100;
const MOST_PAGES = 10;

/** The tax rates of the shop, up to a thousand, by id. */
export const taxRatesQuery = queryOptions({
  queryKey: ['tax-rates'],
  queryFn: async ({ signal }): Promise<readonly TaxRate[]> => {
    const rates: TaxRate[] = [];
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const query = { page, per_page: PER_PAGE, orderby: 'id' as const, order: 'asc' as const };
      const { rows, total } = await pageOf(shop.GET('/shop/v3/taxes', { params: { query }, signal }));
      rates.push(...rows);
      if (rates.length >= total || rows.length === 0) break;
    }
    return rates;
  },
  meta: { topics: ['orders'] },
});
