import type { ProductLink } from '../../commerce/index.ts';
import { invalidField } from '../../kernel/errors.ts';
import type { Page, PageRequest } from '../../kernel/page.ts';
import { useCase } from '../../kernel/use-case.ts';
import { itemNotFound } from '../errors.ts';
import type { InventoryPorts } from '../ports.ts';
import { noSuchLink } from '../shop/errors.ts';
import type { LinkFilter, ProductLinkStore, ShownLink } from '../shop/ports.ts';

/** Maximum units of an item per piece sold. */
export const MOST_UNITS_PER_SALE = 1_000_000;

/** Input of `listProductLinks`. */
export interface ListProductLinksInput extends Omit<LinkFilter, 'effective'>, PageRequest {
  /** Adds the items that count for products without a link of their own. */
  readonly effective?: boolean;
}

/** Lists the links between products and items, one page at a time. */
export const listProductLinks = useCase(
  { access: 'read_inventory', effect: 'read' },
  ({ productLinks, settings }: InventoryPorts) =>
    async (_, { page, perPage, effective = false, ...filter }: ListProductLinksInput): Promise<Page<ShownLink>> =>
      productLinks.list(
        { ...filter, ...(effective && { effective: { bySku: settings.stockLinkBySku } }) },
        { page, perPage },
      ),
);

/** Input of `linkProduct`. */
export interface LinkProductInput extends Pick<ProductLink, 'productId' | 'itemId'> {
  /** Default: 1. */
  readonly unitsPerSale?: number;
}

/**
 * Links a product or variation to an inventory item, replacing an earlier link. Orders with reserved or issued stock
 * keep the item they used.
 * @throws DomainError `shop_rest_product_invalid_id`, `item_not_found`, `out_of_range`
 */
export const linkProduct = useCase(
  {
    access: 'manage_inventory',
    effect: 'write',
    audit: 'product.link',
    refusals: { 'not-found': ['shop_rest_product_invalid_id'], invalid: ['item_not_found', 'out_of_range'] },
  },
  ({ productLinks, items, events }: InventoryPorts) =>
    async (_, { productId, itemId, unitsPerSale = 1 }: LinkProductInput, { note }): Promise<ShownLink> => {
      const before = (await linkOf(productLinks, productId))?.itemId ?? null;
      note({ target: { type: 'product', id: productId }, changes: { itemId: { from: before, to: itemId } } });
      if (!Number.isSafeInteger(unitsPerSale) || unitsPerSale < 1 || unitsPerSale > MOST_UNITS_PER_SALE)
        throw unitsOutOfRange();
      const item = await items.findForChange(itemId);
      if (!item) throw itemNotFound();
      await productLinks.save({ productId, itemId, unitsPerSale });
      for (const each of new Set([before ?? itemId, itemId])) events.publish({ type: 'stock.changed', itemId: each });
      const saved = await linkOf(productLinks, productId);
      if (!saved) throw noSuchLink();
      return saved;
    },
);

const linkOf = async (links: ProductLinkStore, productId: number): Promise<ShownLink | undefined> =>
  (await links.list({ productId }, { page: 1, perPage: 1 })).entries[0];

const unitsOutOfRange = () =>
  invalidField('unitsPerSale', 'out_of_range', `A whole number from 1 to ${MOST_UNITS_PER_SALE}.`);

/** Input of `unlinkProduct`. */
export interface UnlinkProductInput {
  readonly productId: number;
}

/**
 * Removes the link of a product; an item with the same SKU may still count as linked.
 * @throws DomainError `not_found`
 */
export const unlinkProduct = useCase(
  { access: 'manage_inventory', effect: 'write', audit: 'product.unlink', refusals: { 'not-found': ['not_found'] } },
  ({ productLinks, events }: InventoryPorts) =>
    async (_, { productId }: UnlinkProductInput, { note }): Promise<void> => {
      const { itemId } = (await linkOf(productLinks, productId)) ?? {};
      note({ target: { type: 'product', id: productId }, changes: { itemId: { from: itemId ?? null, to: null } } });
      if (itemId === undefined || !(await productLinks.remove(productId))) throw noSuchLink();
      events.publish({ type: 'stock.changed', itemId });
    },
);
