import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../api/inventory.d.ts';
import { answerOf, inventory, pageOf, wholeOf } from '../client.ts';
import type { WriteHeaders } from '../writing.ts';

export type ProductLink = Schemas['ProductLink'];

/** Links of a product or variation, or those to an item. */
export const productLinksQuery = (filter: { readonly product_id: number } | { readonly item_id: number }) =>
  queryOptions({
    queryKey: ['product-links', filter],
    queryFn: ({ signal }) =>
      wholeOf((page) =>
        pageOf(inventory.GET('/product-links', { params: { query: { ...filter, page, per_page: 500 } }, signal })),
      ),
    meta: { topics: ['stock', 'catalog'] },
  });

const placeOf = (product: number, headers: WriteHeaders) => ({
  params: { path: { product_id: product } },
  headers: { ...headers },
});

/** Links a product to an item, in place of the link that it has; members that are absent stay. */
export const saveProductLink =
  (product: number, link: ProductLink | undefined) =>
  (body: object, headers: WriteHeaders): Promise<ProductLink> => {
    const kept = link && { item_id: link.item_id, units_per_sale: link.units_per_sale };
    const sent = { ...kept, ...body } as Schemas['PutProductLinksProductIdBody'];
    return answerOf(inventory.PUT('/product-links/{product_id}', { ...placeOf(product, headers), body: sent }));
  };

export const removeProductLink =
  (product: number) =>
  (_: unknown, headers: WriteHeaders): Promise<unknown> =>
    answerOf(inventory.DELETE('/product-links/{product_id}', placeOf(product, headers)));
