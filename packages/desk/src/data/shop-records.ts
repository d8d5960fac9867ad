import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Schemas } from './api/shop.d.ts';
import { answerOf, pageOf, shop, taggedOf } from './client.ts';
import type { Topic } from './live.ts';
import type { WriteHeaders } from './writing.ts';

export type Order = Schemas['Order'];
export type OrderLine = Schemas['OrderLine'];
export type Refund = Schemas['Refund'];
export type RefundDraft = Schemas['PostShopV3OrdersOrderIdRefundsBody'];
export type Product = Schemas['Product'];
export type Variation = Schemas['Variation'];
export type Customer = Schemas['Customer'];
export type Coupon = Schemas['Coupon'];
export type TaxRate = Schemas['TaxRate'];

/** Records of the shop by kind. */
export interface ShopRecords {
  readonly orders: Order;
  readonly products: Product;
  readonly customers: Customer;
  readonly coupons: Coupon;
  readonly taxes: TaxRate;
}
export type ShopKind = keyof ShopRecords;

/** What is read again after a change of a kind. */
export const topicsOf: Readonly<Record<ShopKind, readonly Topic[]>> = {
  orders: ['orders', 'stock', 'customers'],
  products: ['catalog', 'stock'],
  customers: ['customers', 'orders'],
  coupons: ['orders'],
  taxes: ['orders'],
};

/** Filters of a list; `page` counts from 1. */
export interface RecordSearch {
  readonly search: string;
  readonly status: string | undefined;
  readonly page: number;
}

export const recordsPerPage = 50;

// All kinds have the same routes, so that one of them stands for all in the types.
const listOf = (kind: ShopKind) => `/shop/v3/${kind}` as '/shop/v3/orders';
const oneOf = (kind: ShopKind) => `/shop/v3/${kind}/{id}` as '/shop/v3/orders/{id}';

/** One page of the records of a kind, newest first. */
export const recordsQuery = <Kind extends ShopKind>(kind: Kind, { search, status, page }: RecordSearch) =>
  queryOptions({
    queryKey: ['records', kind, { search, status, page }],
    queryFn: async ({ signal }) => {
      const query = {
        page,
        per_page: recordsPerPage,
        orderby: 'date' as const,
        order: 'desc' as const,
        ...(search !== '' && { search }),
        ...(status !== undefined && { status: [status as Order['status']] }),
      };
      const { rows, total } = await pageOf(shop.GET(listOf(kind), { params: { query }, signal }));
      return { rows: rows as readonly unknown[] as readonly ShopRecords[Kind][], total };
    },
    placeholderData: keepPreviousData,
    meta: { topics: topicsOf[kind] },
  });

/** A record with the tag by which it is changed. */
export const recordQuery = <Kind extends ShopKind>(kind: Kind, id: string) =>
  queryOptions({
    queryKey: ['record', kind, id],
    queryFn: async ({ signal }) => {
      const { record, tag } = await taggedOf(shop.GET(oneOf(kind), { params: { path: { id } }, signal }));
      return { record: record as unknown as ShopRecords[Kind], tag };
    },
    meta: { topics: topicsOf[kind] },
  });

/** Creates a record, or changes the one with this id. */
export const saveRecordOf =
  <Kind extends ShopKind>(kind: Kind, id: number | undefined) =>
  async (body: object, headers: WriteHeaders): Promise<ShopRecords[Kind]> => {
    const given = { body: body as never, headers: { ...headers } };
    const saved =
      id === undefined
        ? await answerOf(shop.POST(listOf(kind), given))
        : await answerOf(shop.PATCH(oneOf(kind), { ...given, params: { path: { id: String(id) } } }));
    return saved as unknown as ShopRecords[Kind];
  };

/** Puts a record into the bin, or removes it for good where its kind has none. */
export const removeRecordOf =
  (kind: ShopKind, id: number) =>
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
      pageOf(
        shop.GET('/shop/v3/orders/{order_id}/refunds', {
          params: { path: { order_id: order }, query: { per_page: 100 } },
          signal,
        }),
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

/** Variations of a product. */
export const variationsQuery = (product: string) =>
  queryOptions({
    queryKey: ['variations', product],
    queryFn: ({ signal }) =>
      pageOf(
        shop.GET('/shop/v3/products/{product_id}/variations', {
          params: { path: { product_id: product }, query: { per_page: 100 } },
          signal,
        }),
      ),
    meta: { topics: ['catalog', 'stock'] },
  });

/** Changes members of a variation. */
export const saveVariation =
  (product: number, id: number) =>
  (body: object, headers: WriteHeaders): Promise<Variation> =>
    answerOf(
      shop.PATCH('/shop/v3/products/{product_id}/variations/{id}', {
        params: { path: { product_id: String(product), id: String(id) } },
        body: body as never,
        headers: { ...headers },
      }),
    );

export const categoriesOfShopQuery = queryOptions({
  queryKey: ['shop-categories'],
  queryFn: ({ signal }) =>
    pageOf(shop.GET('/shop/v3/products/categories', { params: { query: { per_page: 100 } }, signal })),
  meta: { topics: ['catalog'] },
});
