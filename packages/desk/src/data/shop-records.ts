import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Schemas } from './api/shop.d.ts';
import { answerOf, pageOf, shop, taggedOf, wholeOf } from './client.ts';
import type { Topic } from './live.ts';
import { untilRested } from './typing.ts';
import type { WriteHeaders } from './writing.ts';

export type Order = Schemas['Order'];
export type OrderLine = Schemas['OrderLine'];
export type Refund = Schemas['Refund'];
export type RefundDraft = Schemas['PostShopV3OrdersOrderIdRefundsBody'];
export type Product = Schemas['Product'];
export type ProductAttribute = Schemas['ProductAttribute'];
export type Variation = Schemas['Variation'];
export type Customer = Schemas['Customer'];
export type Coupon = Schemas['Coupon'];
export type TaxRate = Schemas['TaxRate'];
export type ProductCategory = Schemas['ProductCategory'];

/** Records of the shop by kind. */
export interface ShopRecords {
  readonly orders: Order;
  readonly products: Product;
  readonly customers: Customer;
  readonly coupons: Coupon;
  readonly taxes: TaxRate;
  readonly 'products/categories': ProductCategory;
}
export type ShopKind = keyof ShopRecords;

/** What is read again after a change of a kind. */
export const topicsOf: Readonly<Record<ShopKind, readonly Topic[]>> = {
  orders: ['orders', 'stock', 'customers'],
  products: ['catalog', 'stock'],
  customers: ['customers', 'orders'],
  coupons: ['orders'],
  taxes: ['orders'],
  'products/categories': ['catalog'],
};

/** The variations of a product, which have the routes of a kind. */
export type VariationsOf = `products/${number}/variations`;
export const variationsOf = (product: number): VariationsOf => `products/${product}/variations`;
/** Where records are changed. */
export type RecordPath = ShopKind | VariationsOf;
interface RecordsByPath extends ShopRecords {
  readonly [path: VariationsOf]: Variation;
}
export type RecordAt<Path extends RecordPath> = RecordsByPath[Path];

/** The same after a change of a record at a path. */
export const topicsAt = (path: RecordPath): readonly Topic[] => topicsOf[path as ShopKind] ?? topicsOf.products;

/** Filters of a list; `page` counts from 1. */
export interface RecordSearch {
  readonly search: string;
  readonly status: string | undefined;
  /** Products in this category or below it. */
  readonly category?: number | undefined;
  readonly page: number;
}

export const recordsPerPage = 50;

// All kinds have the same routes, so that one of them stands for all in the types.
const listOf = (kind: RecordPath) => `/shop/v3/${kind}` as '/shop/v3/orders';
const totalsOf = (kind: StatusKind) => `/shop/v3/${kind}/totals` as '/shop/v3/orders/totals';
const oneOf = (kind: RecordPath) => `/shop/v3/${kind}/{id}` as '/shop/v3/orders/{id}';

/** One page of the records of a kind, newest first. */
export const recordsQuery = <Kind extends ShopKind>(kind: Kind, { search, status, category, page }: RecordSearch) =>
  queryOptions({
    queryKey: ['records', kind, { search, status, category, page }],
    queryFn: async ({ signal }) => {
      await untilRested(search, signal);
      const query = {
        page,
        per_page: recordsPerPage,
        orderby: 'date' as const,
        order: 'desc' as const,
        ...filtersOf({ search, category }),
        ...(status !== undefined && { status: [status as Order['status']] }),
      };
      const { rows, total } = await pageOf(shop.GET(listOf(kind), { params: { query }, signal }));
      return { rows: rows as readonly unknown[] as readonly ShopRecords[Kind][], total };
    },
    placeholderData: keepPreviousData,
    meta: { topics: topicsOf[kind] },
  });

const filtersOf = ({ search, category }: Pick<RecordSearch, 'search' | 'category'>) => ({
  ...(search !== '' && { search }),
  ...(category !== undefined && { category_id: category }),
});

/** Kinds whose records are counted by status. */
export type StatusKind = 'orders' | 'products';

/** How many records of a kind match a search, by status. */
export const statusTotalsQuery = (kind: StatusKind, { search, category }: Pick<RecordSearch, 'search' | 'category'>) =>
  queryOptions({
    queryKey: ['status-totals', kind, search, category],
    queryFn: async ({ signal }) => {
      await untilRested(search, signal);
      return answerOf(shop.GET(totalsOf(kind), { params: { query: filtersOf({ search, category }) }, signal }));
    },
    placeholderData: keepPreviousData,
    meta: { topics: topicsOf[kind] },
  });

/** A record with the tag by which it is changed. */
export const recordQuery = <Path extends RecordPath>(kind: Path, id: string) =>
  queryOptions({
    queryKey: ['record', kind, id],
    queryFn: async ({ signal }) => {
      const { record, tag } = await taggedOf(shop.GET(oneOf(kind), { params: { path: { id } }, signal }));
      return { record: record as unknown as RecordAt<Path>, tag };
    },
    meta: { topics: topicsAt(kind) },
  });

/** Creates a record, or changes the one with this id. */
export const saveRecordOf =
  <Path extends RecordPath>(kind: Path, id: number | undefined) =>
  async (body: object, headers: WriteHeaders): Promise<RecordAt<Path>> => {
    const given = { body: body as never, headers: { ...headers } };
    const saved =
      id === undefined
        ? await answerOf(shop.POST(listOf(kind), given))
        : await answerOf(shop.PATCH(oneOf(kind), { ...given, params: { path: { id: String(id) } } }));
    return saved as unknown as RecordAt<Path>;
  };

/** Puts a record into the bin, or removes it for good where its kind has none. */
export const removeRecordOf =
  (kind: RecordPath, id: number) =>
  (isForGood: boolean, headers: WriteHeaders): Promise<unknown> =>
    answerOf(
      shop.DELETE(oneOf(kind), {
        params: { path: { id: String(id) }, query: { force: isForGood } },
        headers: { ...headers },
      }),
    );

export const refundsQuery = (order: string) =>
  queryOptions({
    queryKey: ['refunds', order],
    queryFn: ({ signal }) =>
      wholeOf((page) =>
        pageOf(
          shop.GET('/shop/v3/orders/{order_id}/refunds', {
            params: { path: { order_id: order }, query: { page, per_page: 100 } },
            signal,
          }),
        ),
      ),
    meta: { topics: ['orders'] },
  });

export const createRefund =
  (order: number) =>
  (body: RefundDraft, headers: WriteHeaders): Promise<Refund> =>
    answerOf(
      shop.POST('/shop/v3/orders/{order_id}/refunds', {
        params: { path: { order_id: String(order) } },
        body,
        headers: { ...headers },
      }),
    );

export const variationsPerPage = 100;

/** One page of the variations of a product, those that contain these words. */
export const variationsQuery = (
  product: string,
  { page, search = '' }: { readonly page: number; readonly search?: string },
) =>
  queryOptions({
    queryKey: ['variations', product, page, search],
    queryFn: async ({ signal }) => {
      await untilRested(search, signal);
      const query = { page, per_page: variationsPerPage, ...(search !== '' && { search }) };
      return pageOf(
        shop.GET('/shop/v3/products/{product_id}/variations', {
          params: { path: { product_id: product }, query },
          signal,
        }),
      );
    },
    placeholderData: keepPreviousData,
    meta: { topics: ['catalog', 'stock'] },
  });

/** All categories of products, with the number of products in each. */
export const categoriesOfShopQuery = queryOptions({
  queryKey: ['shop-categories'],
  queryFn: async ({ signal }) => {
    const rows = await answerOf(shop.GET('/shop/v3/products/categories/counts', { signal }));
    return rows.map(({ id, name, parent_id: parent, product_count: own, total_product_count: whole }) => ({
      id,
      name,
      parent: parent ?? null,
      own,
      whole,
    }));
  },
  meta: { topics: ['catalog'] },
});
