import { queryOptions } from '@tanstack/react-query';
import { ask, type ListAnswer, type ReportRow } from './answers.ts';
import { answerOf, shop } from './client.ts';

/** A record by its id, as people know it. */
export interface Named {
  readonly id: string;
  readonly name: string;
  readonly detail?: string | undefined;
}

/** Where the names of a kind of records are: a list report, its filter by ids, and the members of its rows. */
export interface NameSource {
  readonly report: string;
  readonly parameter: string;
  readonly key: string;
  readonly name: (row: ReportRow) => unknown;
  readonly detail?: (row: ReportRow) => unknown;
}

const extended = (row: ReportRow): ReportRow => (row.extended_info ?? {}) as ReportRow;
export const nameSources: Readonly<Record<string, NameSource>> = {
  products: {
    report: 'products',
    parameter: 'products',
    key: 'product_id',
    name: (row) => extended(row).name,
    detail: (row) => extended(row).sku,
  },
  variations: {
    report: 'variations',
    parameter: 'variations',
    key: 'variation_id',
    name: (row) => extended(row).name,
    detail: (row) => extended(row).sku,
  },
  // Names are asked of the shop: a category of which nothing was sold has one too.
  categories: { report: 'categories', parameter: 'categories', key: 'category_id', name: (row) => extended(row).name },
  coupons: { report: 'coupons', parameter: 'coupons', key: 'coupon_id', name: (row) => extended(row).code },
  rates: { report: 'taxes', parameter: 'taxes', key: 'tax_rate_id', name: (row) => `${row.name} ${row.tax_rate} %` },
  customers: {
    report: 'customers',
    parameter: 'customers',
    key: 'id',
    name: (row) => row.name,
    detail: (row) => row.email,
  },
};

/** The member of the rows of a report that has the ids of this kind of records; undefined where its rows are of another kind. */
export function namedBy(of: string, report: string): string | undefined {
  const source = nameSources[of];
  return source?.report === report ? source.key : undefined;
}

const always = { after: '1970-01-01T00:00:00', extended_info: true, per_page: 100 };
const undated = { per_page: 100 };

export const questionTo = ({ report }: NameSource) => ({
  report,
  ...(report === 'customers' ? undated : report === 'taxes' ? { after: always.after, per_page: 100 } : always),
});

export const namedOf = (row: ReportRow, { key, name, detail }: NameSource): Named => ({
  id: String(row[key]),
  name: String(name(row) ?? row[key]),
  detail: detail && String(detail(row) ?? ''),
});

const byId = (records: readonly Named[]): ReadonlyMap<string, string> =>
  new Map(records.map(({ id, name }) => [id, name]));

/** Names of records by their ids; kinds without names are shown by the id. */
export const namesQuery = (of: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['names', of, ids],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const source = nameSources[of];
      const wanted = ids.map(Number).filter(Number.isSafeInteger).slice(0, 100);
      if (!source || wanted.length === 0) return new Map();
      if (of === 'categories') return byId(await categoriesOf({ include: wanted, per_page: 100 }, signal));
      const { rows } = await ask<ListAnswer>({ ...questionTo(source), [source.parameter]: wanted }, signal);
      return byId(rows.map((row) => namedOf(row, source)));
    },
    enabled: ids.length > 0,
    staleTime: 10 * 60_000,
    meta: { topics: ['catalog', 'customers'] },
  });

/** Which records of a kind are asked of the shop. */
export interface ShopQuery {
  readonly per_page: number;
  readonly search?: string;
  readonly include?: number[];
}

/** Categories of products by their names. */
export async function categoriesOf(query: ShopQuery, signal: AbortSignal): Promise<readonly Named[]> {
  const found = await answerOf(shop.GET('/shop/v3/products/categories', { params: { query }, signal }));
  return found.map(({ id, name }) => ({ id: String(id), name: String(name) }));
}
