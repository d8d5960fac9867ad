import { type Route, route, section } from '../../interface/route.ts';
import { id, integer, listOf, paging, pathId } from '../../interface/schema.ts';
import { linkProduct, listProductLinks, MOST_UNITS_PER_SALE, unlinkProduct } from '../index.ts';
import { presentLink } from './presenters.ts';
import { productLinkShape } from './shapes.ts';

const path = '/product-links/{product_id}';

export const productLinkRoutes: readonly Route[] = section(
  'Product links',
  route({
    methods: ['GET'],
    path: '/product-links',
    summary: 'List the links between products of the shop and items; equal SKUs need no link.',
    params: {
      ...paging,
      product_id: id({ description: 'Only that of this product or variation.' }),
      item_id: id({ description: 'Only those to this item.' }),
    },
    useCase: listProductLinks,
    present: presentLink,
    returns: listOf(productLinkShape),
  }),
  route({
    methods: ['PUT'],
    path,
    summary: 'Link a product or a variation to an item, in place of the link that it has.',
    params: {
      product_id: pathId,
      item_id: id({ required: true }),
      units_per_sale: integer({
        default: 1,
        minimum: 1,
        maximum: MOST_UNITS_PER_SALE,
        description: 'Units of the item per sold piece.',
      }),
    },
    useCase: linkProduct,
    present: presentLink,
    returns: productLinkShape,
  }),
  route({
    methods: ['DELETE'],
    path,
    summary: 'Remove the link of a product or a variation; an item with the same SKU may still count as linked.',
    status: 204,
    params: { product_id: pathId },
    useCase: unlinkProduct,
  }),
);
