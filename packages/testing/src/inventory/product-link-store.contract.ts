import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { aProduct, aVariation } from '../builders/shop-records.ts';
import { addItem, at, freshWord, move, type OpenStores } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const ONE = 10_000;

export const productLinkStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`ProductLinkStore: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());
    const addProduct = async (sku: string | null = null) => {
      const [id = 0] = await stores.products.nextIds(1);
      await stores.unitOfWork.run(() => stores.products.saveProducts([aProduct(id, { sku })], NOON));
      return id;
    };
    const linksOf = (ids: readonly number[], bySku = true) => stores.productLinks.linksOf(ids, bySku);

    it('replaces a link, and removes it', async () => {
      const item = await addItem(stores);
      const other = await addItem(stores);
      const productId = await addProduct();
      await stores.productLinks.save({ productId, itemId: item.id, unitsPerSale: 6 });
      await stores.productLinks.save({ productId, itemId: other.id, unitsPerSale: 2 });
      expect(await linksOf([productId])).toEqual([{ productId, itemId: other.id, unitsPerSale: 2 }]);
      expect(await stores.productLinks.remove(productId)).toBe(true);
      expect(await stores.productLinks.remove(productId)).toBe(false);
      expect(await linksOf([productId])).toEqual([]);
    });

    it('allows one item to be several products, and variations too', async () => {
      const item = await addItem(stores);
      const productId = await addProduct();
      const [variationId = 0] = await stores.products.nextIds(1);
      await stores.unitOfWork.run(() => stores.products.saveVariations([aVariation(variationId, productId)], NOON));
      for (const id of [productId, variationId])
        await stores.productLinks.save({ productId: id, itemId: item.id, unitsPerSale: 1 });
      expect((await linksOf([variationId, productId])).map(({ itemId }) => itemId)).toEqual([item.id, item.id]);
    });

    it('treats a variation that manages no stock of its own as its product', async () => {
      const item = await addItem(stores);
      const productId = await addProduct();
      const [plain = 0, own = 0] = await stores.products.nextIds(2);
      const variations = [aVariation(plain, productId, { manageStock: false }), aVariation(own, productId)];
      await stores.unitOfWork.run(() => stores.products.saveVariations(variations, NOON));
      await stores.productLinks.save({ productId, itemId: item.id, unitsPerSale: 3 });
      expect(await linksOf([plain, own])).toEqual([{ productId: plain, itemId: item.id, unitsPerSale: 3 }]);
      const [stock] = await stores.productLinks.stockOf([plain], { bySku: true, now: NOON });
      expect(stock).toMatchObject({ isProducts: true, unitsPerSale: 3 });
    });

    it('refuses products and items that do not exist', async () => {
      const item = await addItem(stores);
      const productId = await addProduct();
      const nowhere = { productId: 2_000_000_000, itemId: item.id, unitsPerSale: 1 };
      await expect(stores.productLinks.save(nowhere)).rejects.toMatchObject({ code: 'shop_rest_product_invalid_id' });
      const nothing = { productId, itemId: 2_000_000_000, unitsPerSale: 1 };
      await expect(stores.productLinks.save(nothing)).rejects.toMatchObject({ code: 'item_not_found' });
    });

    it('uses the item of the same sku on request if there is no link, whatever the case', async () => {
      const sku = freshWord();
      const item = await addItem(stores, { sku });
      const other = await addItem(stores);
      const productId = await addProduct(sku.toUpperCase());
      expect(await linksOf([productId], false)).toEqual([]);
      expect(await linksOf([productId])).toEqual([{ productId, itemId: item.id, unitsPerSale: 1 }]);
      await stores.productLinks.save({ productId, itemId: other.id, unitsPerSale: 1 });
      expect(await linksOf([productId])).toEqual([{ productId, itemId: other.id, unitsPerSale: 1 }]);
    });

    it('does not use an archived item for its sku', async () => {
      const sku = freshWord();
      const item = await addItem(stores, { sku });
      const productId = await addProduct(sku);
      await stores.items.update(item.id, { archived: true }, NOON);
      expect(await linksOf([productId])).toEqual([]);
    });

    it('returns nothing for unknown ids, however large', async () => {
      expect(await linksOf([Number.MAX_SAFE_INTEGER])).toEqual([]);
    });

    it('returns what is available: on hand less unexpired reservations', async () => {
      const sku = freshWord();
      const item = await addItem(stores, { sku, reorderLevel: 3 * ONE });
      const productId = await addProduct(sku);
      await move(stores, at(item), 9 * ONE);
      const expiresAt = new Date(NOON.getTime() + 1);
      const held = { orderId: 900_000_000 + item.id, lineId: 1, itemId: item.id, quantity: 4 * ONE, expiresAt };
      await stores.unitOfWork.run(() => stores.reservations.change({ released: [], made: [held] }));
      const known = { productId, itemId: item.id, unitsPerSale: 1, isProducts: false, allowNegative: false };
      const more = { reorderLevel: 3 * ONE };
      const stockAt = (now: Date) => stores.productLinks.stockOf([productId], { bySku: true, now });
      expect(await stockAt(NOON)).toEqual([{ ...known, ...more, available: 5 * ONE }]);
      expect(await stockAt(expiresAt)).toEqual([{ ...known, ...more, available: 9 * ONE }]);
    });

    it('lists links with names, a page at a time, of one product or one item', async () => {
      const item = await addItem(stores);
      const products = [await addProduct(freshWord()), await addProduct(), await addProduct()];
      for (const productId of products) await stores.productLinks.save({ productId, itemId: item.id, unitsPerSale: 1 });
      const { entries, total } = await stores.productLinks.list({ itemId: item.id }, { page: 2, perPage: 2 });
      expect({ total, products: entries.map(({ productId }) => productId) }).toEqual({
        total: 3,
        products: [products[2]],
      });
      const [first] = (await stores.productLinks.list({ productId: products[0] ?? 0 }, { page: 1, perPage: 9 }))
        .entries;
      expect(first).toMatchObject({ productName: 'Mug', itemSku: item.sku, itemName: item.name, origin: 'link' });
    });

    it('lists the links in effect on request, with their origin', async () => {
      const sku = freshWord();
      const item = await addItem(stores, { sku });
      const other = await addItem(stores);
      const productId = await addProduct(sku);
      const [plain = 0, own = 0] = await stores.products.nextIds(2);
      const variations = [plain, own].map((id) => aVariation(id, productId, { manageStock: false }));
      await stores.unitOfWork.run(() => stores.products.saveVariations(variations, NOON));
      await stores.productLinks.save({ productId: own, itemId: other.id, unitsPerSale: 2 });
      const listed = async (id: number, bySku: boolean | undefined) => {
        const filter = { productId: id, ...(bySku !== undefined && { effective: { bySku } }) };
        const { entries, total } = await stores.productLinks.list(filter, { page: 1, perPage: 9 });
        expect(total).toBe(entries.length);
        return entries.map(({ itemId, origin }) => [itemId, origin]);
      };
      expect(await listed(productId, true)).toEqual([[item.id, 'sku']]);
      expect(await listed(plain, true)).toEqual([[item.id, 'product']]);
      expect(await listed(own, true)).toEqual([[other.id, 'link']]);
      expect(await listed(productId, false)).toEqual([]);
      expect(await listed(productId, undefined)).toEqual([]);
    });
  });
