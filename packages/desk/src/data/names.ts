import { queryOptions } from '@tanstack/react-query';
import { ask, type ListAnswer, type ReportRow } from './answers.ts';
import { answerOf, shop } from './client.ts';
import { findRecords } from './found.ts';

/** A record by its id, as people know it. */
export interface Named {
  readonly id: string;
  readonly name: string;
  readonly detail?: string | undefined;
}

/** Where the names of a kind of records are: a list report, its filter by ids, and the members of its rows. */
interface NameSource {
  readonly report: string;
  readonly parameter: string;
  readonly key: string;
  readonly name: (row: ReportRow) => unknown;
  readonly detail?: (row: ReportRow) => unknown;
}

const extended = (row: ReportRow): ReportRow => (row.extended_info ?? {}) as ReportRow;
const sources: Readonly<Record<string, NameSource>> = {
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

const always = { after: '1970-01-01T00:00:00', extended_info: true, per_page: 100 };
const undated = { per_page: 100 };

const questionTo = ({ report }: NameSource) => ({
  report,
  ...(report === 'customers' ? undated : report === 'taxes' ? { after: always.after, per_page: 100 } : always),
});

const namedOf = (row: ReportRow, { key, name, detail }: NameSource): Named => ({
  id: String(row[key]),
  name: String(name(row) ?? row[key]),
  detail: detail && String(detail(row) ?? ''),
});

/** Names of records by their ids; kinds without names are shown by the id. */
export const namesQuery = (of: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['names', of, ids],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const source = sources[of];
      const wanted = ids.map(Number).filter(Number.isSafeInteger).slice(0, 100);
      if (!source || wanted.length === 0) return new Map();
      const { rows } = await ask<ListAnswer>({ ...questionTo(source), [source.parameter]: wanted }, signal);
      return new Map(rows.map((row) => namedOf(row, source)).map(({ id, name }) => [id, name]));
    },
    enabled: ids.length > 0,
    staleTime: 10 * 60_000,
    meta: { topics: ['catalog', 'customers'] },
  });

/** Records of a kind that begin with these words; without words the first ones. */
export const choicesQuery = (of: string, words: string) =>
  queryOptions({
    queryKey: ['choices', of, words],
    queryFn: ({ signal }) => choicesOf(of, words, signal),
    staleTime: 60_000,
  });

async function choicesOf(of: string, words: string, signal: AbortSignal): Promise<readonly Named[]> {
  const query = { per_page: 50, ...(words !== '' && { search: words }) };
  switch (of) {
    case 'products':
      return asked('products', { ...(words !== '' && { search: [words] }), orderby: 'items_sold' }, signal);
    case 'customers':
      return asked(
        'customers',
        { ...(words !== '' && { search: words, searchby: 'all' }), orderby: 'total_spend' },
        signal,
      );
    case 'variations':
      return words === '' ? asked('variations', { orderby: 'items_sold' }, signal) : foundVariations(words, signal);
    case 'rates':
      return asked('rates', {}, signal);
    case 'categories':
      return (await answerOf(shop.GET('/shop/v3/products/categories', { params: { query }, signal }))).map((each) => ({
        id: String(each.id),
        name: String(each.name),
      }));
    case 'coupons':
      return (await answerOf(shop.GET('/shop/v3/coupons', { params: { query }, signal }))).map((each) => ({
        id: String(each.id),
        name: String(each.code),
      }));
    default:
      return words === '' ? [] : [{ id: words, name: words }];
  }
}

async function asked(of: string, parameters: object, signal: AbortSignal): Promise<readonly Named[]> {
  const source = sources[of];
  if (!source) return [];
  const { rows } = await ask<ListAnswer>({ ...questionTo(source), ...parameters, per_page: 50 }, signal);
  return rows.map((row) => namedOf(row, source));
}

async function foundVariations(words: string, signal: AbortSignal): Promise<readonly Named[]> {
  const { products = [] } = await findRecords(words, signal);
  return products
    .filter(({ product_id }) => product_id !== null)
    .map(({ id, name, sku }) => ({ id: String(id), name, detail: sku ?? '' }));
}
