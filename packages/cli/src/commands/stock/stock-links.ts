import { id, integer } from '@backroom/core/interface';
import {
  linkProduct,
  listProductLinks,
  MOST_UNITS_PER_SALE,
  type ShownLink,
  unlinkProduct,
} from '@backroom/core/inventory';
import { command } from '../../command.ts';
import { table } from '../../print.ts';

const product = id({ required: true, description: 'The product or the variation.' });

const documentOf = ({ productId, productName, productSku, itemId, itemName, itemSku, unitsPerSale }: ShownLink) => ({
  product_id: productId,
  product_name: productName,
  product_sku: productSku,
  item_id: itemId,
  item_name: itemName,
  item_sku: itemSku,
  units_per_sale: unitsPerSale,
});

/** Links products of the shop to items of the inventory. */
export const stockLinks = [
  command({
    name: 'stock links',
    group: 'Stock',
    summary: 'List the links between products and items; equal SKUs need no link.',
    examples: ['backroom stock links', 'backroom stock links --item 17 --json'],
    flags: {
      item: id({ description: 'Only the products linked to this item.' }),
      product: id({ description: 'Only this product.' }),
      limit: integer({ default: 50, minimum: 1, maximum: 500, description: 'Maximum links.' }),
      page: integer({ default: 1, minimum: 1, maximum: 1_000_000, description: 'The page of the list.' }),
    },
    async run({ print, run }, { item: itemId, product: productId, limit, page }) {
      const filter = { ...(itemId !== undefined && { itemId }), ...(productId !== undefined && { productId }) };
      const { entries, total } = await run(listProductLinks, { ...filter, page, perPage: limit });
      const rows = entries.map((each) => [
        each.productId,
        each.productName,
        each.itemId,
        each.itemSku,
        each.unitsPerSale,
      ]);
      print.result(entries.map(documentOf), table(['product', 'name', 'item', 'sku', 'units per sale'], rows));
      if (total > entries.length) print.say(`${entries.length} of ${total} links; --limit and --page show others.`);
    },
  }),
  command({
    name: 'stock link',
    group: 'Stock',
    summary: 'Link a product or a variation to an item.',
    examples: ['backroom stock link 41 17', 'backroom stock link 41 17 --units 6'],
    args: {
      product,
      item: id({ required: true, description: 'The item.' }),
    },
    flags: {
      units: integer({
        default: 1,
        minimum: 1,
        maximum: MOST_UNITS_PER_SALE,
        description: 'Units of the item per sold piece.',
      }),
    },
    async run({ print, run }, { product: productId, item: itemId, units: unitsPerSale }) {
      await run(linkProduct, { productId, itemId, unitsPerSale });
      const document = { product_id: productId, item_id: itemId, units_per_sale: unitsPerSale };
      print.result(document, [`Product ${productId} is item ${itemId}, ${unitsPerSale} for each piece.`]);
    },
  }),
  command({
    name: 'stock unlink',
    group: 'Stock',
    summary: 'Remove the link of a product or a variation.',
    examples: ['backroom stock unlink 41'],
    args: { product },
    async run({ print, run }, { product: productId }) {
      await run(unlinkProduct, { productId });
      print.result({ product_id: productId }, [`Product ${productId} has no link of its own.`]);
    },
  }),
];
