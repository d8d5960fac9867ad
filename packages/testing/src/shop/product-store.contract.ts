import type { ProductCountFilter, ProductFilter } from '@backroom/core/catalog';
import type { Product, ProductStatus, Variation } from '@backroom/core/commerce';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { aProduct, aProductCategory, aVariation } from '../builders/shop-records.ts';
import { freshWord, type OpenStores, outcomes } from '../builders/stores.ts';
import { contract } from '../contract.ts';
import { datedListContract, dayOf, recordListContract } from './record-lists.contract.ts';

const later = new Date(NOON.getTime() + 3_600_000);

export const productStoreContract = (implementation: string, open: () => Promise<OpenStores>) => {
  contract(`ProductStore: ${implementation}`, () => {
    let stores: OpenStores;
    let products: OpenStores['products'];
    beforeAll(async () => {
      stores = await open();
      products = stores.products;
      await stores.taxonomy.saveCategories(
        [16, 17, 18].map((id) => aProductCategory(id)),
        NOON,
      );
    });
    afterAll(() => stores?.close());

    const add = async (changes: Partial<Product> = {}): Promise<Product> => {
      const [id = 0] = await products.nextIds(1);
      await products.saveProducts([aProduct(id, changes)], NOON);
      return aProduct(id, changes);
    };
    const addVariation = async (productId: number, changes: Partial<Variation> = {}): Promise<Variation> => {
      const [id = 0] = await products.nextIds(1);
      await products.saveVariations([aVariation(id, productId, changes)], NOON);
      return aVariation(id, productId, changes);
    };
    const isModified = async (id: number) => {
      const filter = { include: [id], modifiedAfter: later, orderBy: 'id', order: 'asc' } as const;
      return (await products.list(filter, { page: 1, perPage: 1 })).total === 1;
    };

    it('returns a product as it was stored, with all its members', async () => {
      const product = await add({
        type: 'variable',
        sku: freshWord(),
        status: 'private',
        categoryIds: [18, 16],
        virtual: true,
        price: null,
        regularPrice: 9_000_000_000_000_000 - 1,
        salePrice: 1,
        stockQuantity: -3_0000,
        stockStatus: 'onbackorder',
        backorders: 'notify',
        lowStockAmount: 5_0000,
        downloadable: true,
        attributes: [{ id: 1, name: 'Color', slug: 'pa_color', options: [24, 'Blue'], variation: true }],
        files: [{ id: 'a', name: 'Album', file: 'album.zip' }],
        image: 'https://example.org/mug.png',
        permalink: 'https://example.org/mug',
        description: 'A mug.',
      });
      expect(await products.find(product.id)).toEqual(product);
    });

    it('returns a variation as it was stored, with all its members', async () => {
      const { id } = await add({ type: 'variable' });
      const variation = await addVariation(id, { sku: freshWord(), attributes: { zip: '', pa_color: 'red' } });
      expect(await products.findVariation(variation.id)).toEqual(variation);
      expect(Object.keys((await products.findVariation(variation.id))?.attributes ?? {})).toEqual(['zip', 'pa_color']);
    });

    it('keeps products and variations apart, and returns the kind of taken ids', async () => {
      const { id } = await add();
      const variation = await addVariation(id);
      expect(await products.find(variation.id)).toBeUndefined();
      expect(await products.findVariation(id)).toBeUndefined();
      expect(await products.taken([id, variation.id, 2_000_000_000])).toEqual(
        new Map([
          [id, 'product'],
          [variation.id, 'variation'],
        ]),
      );
    });

    it('replaces a product by its change, headings included', async () => {
      const product = await add({ categoryIds: [16, 17], sku: freshWord() });
      const changed = { ...product, name: 'Cup', sku: null, categoryIds: [18, 17] };
      await products.saveProducts([changed], NOON);
      expect(await products.find(product.id)).toEqual(changed);
      await products.saveProducts([{ ...changed, categoryIds: [] }], NOON);
      expect((await products.find(product.id))?.categoryIds).toEqual([]);
    });

    it('keeps a heading once that is named twice', async () => {
      const { id } = await add({ categoryIds: [17, 16, 17] });
      expect((await products.find(id))?.categoryIds).toEqual([17, 16]);
    });

    it('does not modify equal products, and modifies those that differ', async () => {
      const product = await add({ categoryIds: [16] });
      await products.saveProducts([product], later);
      expect(await isModified(product.id)).toBe(false);
      await products.saveProducts([{ ...product, categoryIds: [17] }], later);
      expect(await isModified(product.id)).toBe(true);
    });

    it('refuses a sku that a product or variation has, whatever the case', async () => {
      const sku = `Sku-${freshWord()}`;
      const { id } = await add({ sku });
      const refusal = { code: 'shop_rest_product_exists' };
      await expect(add({ sku: sku.toUpperCase() })).rejects.toMatchObject(refusal);
      await expect(addVariation(id, { sku: sku.toLowerCase() })).rejects.toMatchObject(refusal);
      expect(await products.ownersOf([sku, 'unknown'])).toEqual(new Map([[sku.toLowerCase(), id]]));
    });

    it('returns the products whose categories changed, deleted ones included', async () => {
      const one = await add({ categoryIds: [16, 17] });
      const two = await add();
      const save = (...all: readonly Product[]) => products.saveProducts(all, NOON);
      const [low = 0] = await products.nextIds(1);
      expect(await save(aProduct(low + 2, { categoryIds: [16] }), aProduct(low + 1))).toEqual([low + 2]);
      expect(await save({ ...one, name: 'Cup' }, two)).toEqual([]);
      expect(await save({ ...one, categoryIds: [17] }, { ...two, categoryIds: [18] })).toEqual([one.id, two.id]);
      expect(await products.remove([one.id, low + 1])).toEqual([one.id]);
    });

    it('gives a sku to one of many concurrent callers', async () => {
      const sku = freshWord();
      const attempts = Array.from({ length: 4 }, () => stores.unitOfWork.run(() => add({ sku })));
      const refused = Array.from({ length: 3 }, () => 'shop_rest_product_exists');
      expect(await outcomes(attempts)).toEqual({ done: 1, refused });
    });

    it('allows two products to exchange their skus', async () => {
      const one = await add({ sku: freshWord() });
      const two = await add({ sku: freshWord() });
      await products.saveProducts(
        [
          { ...one, sku: two.sku },
          { ...two, sku: one.sku },
        ],
        NOON,
      );
      expect((await products.find(one.id))?.sku).toBe(two.sku);
    });

    it('finds a product by its slug, and names the owners of slugs', async () => {
      const product = await add({ slug: 'blue-mug' });
      const plain = await add();
      expect(await products.findBySlug('blue-mug')).toEqual(product);
      expect(await products.findBySlug('Blue-Mug')).toBeUndefined();
      const request = { slugs: ['blue-mug', 'none'], ids: [product.id, plain.id] };
      expect(await products.slugOwners(request)).toEqual([{ id: product.id, slug: 'blue-mug' }]);
    });

    it('draws unused ids above the stored ones', async () => {
      const [low = 0] = await products.nextIds(1);
      await products.saveProducts([aProduct(low + 50)], NOON);
      await products.saveVariations([aVariation(low + 60, low + 50)], NOON);
      expect(await products.nextIds(2)).toEqual([low + 61, low + 62]);
    });

    it('removes products with their variations, and variations alone', async () => {
      const one = await add();
      const two = await add();
      const first = await addVariation(one.id);
      const other = await addVariation(two.id);
      const last = await addVariation(two.id);
      await products.remove([one.id, other.id]);
      const ids = [one.id, two.id, first.id, other.id, last.id];
      expect([...(await products.taken(ids)).keys()].toSorted((a, b) => a - b)).toEqual([two.id, last.id]);
    });

    it('walks over products and over variations by id', async () => {
      const walked = await products.walk(0, 1_000);
      const ids = walked.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
      expect(await products.walk(ids[0] ?? 0, 2)).toEqual(walked.slice(1, 3));
      const variations = await products.walkVariations(0, 1_000);
      expect(await products.walkVariations(variations[0]?.id ?? 0, 1)).toEqual(variations.slice(1, 2));
      const kinds = new Set((await products.taken(variations.map(({ id }) => id))).values());
      expect([...kinds]).toEqual(['variation']);
    });

    it('walks over what is published, variations only of published variable products', async () => {
      const sold = (await products.walk(0, 1_000)).filter(
        ({ type, status }) => status === 'publish' && (type === 'simple' || type === 'variable'),
      );
      const parents = new Set(sold.flatMap(({ id, type }) => (type === 'variable' ? [id] : [])));
      const variations = (await products.walkVariations(0, 1_000)).filter(
        ({ productId, status }) => status === 'publish' && parents.has(productId),
      );
      expect(await products.walkPublished(0, 1_000)).toEqual(sold);
      expect(await products.walkPublishedVariations(0, 1_000)).toEqual(variations);
      expect(await products.countPublished()).toBe(sold.length + variations.length);
    });

    it('counts what is published, of every type, up to a number', async () => {
      const published = (await products.walk(0, 1_000)).filter(({ status }) => status === 'publish').length;
      expect(published).toBeGreaterThan(1);
      expect(await products.countPublishedUpTo(1)).toBe(1);
      expect(await products.countPublishedUpTo(1_000)).toBe(published);
    });

    it('lists what was begun from a template only on request', async () => {
      const { id } = await add({ status: 'auto-draft' });
      const ids = async (status?: readonly ProductStatus[]) => {
        const filter = { include: [id], orderBy: 'id', order: 'asc', ...(status && { status }) } as const;
        return (await products.list(filter, { page: 1, perPage: 10 })).entries.map((each) => each.id);
      };
      expect([await ids(), await ids(['draft']), await ids(['auto-draft'])]).toEqual([[], [], [id]]);
      expect(await products.find(id)).toMatchObject({ status: 'auto-draft' });
      await products.remove([id]);
    });
  });

  productListContract(implementation, open);
};

const productListContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`Lists of ProductStore: ${implementation}`, () => {
    let stores: OpenStores;
    const ids = [11, 12, 13, 14, 15];
    const variationIds = [21, 22, 23, 24, 25];
    const five = (ids ?? []).map((id, place) =>
      aProduct(id, { createdAt: dayOf(place), name: place === 1 ? 'Crème' : 'Mug', categoryIds: [1] }),
    );
    beforeAll(async () => {
      stores = await open();
      await stores.taxonomy.saveCategories([aProductCategory(1)], NOON);
      await stores.products.saveProducts(five, NOON);
      await stores.products.saveVariations(
        (variationIds ?? []).map((id, place) => aVariation(id, 12, { createdAt: dayOf(place), sku: `V-${place}` })),
        NOON,
      );
    });
    afterAll(() => stores?.close());

    const listed = {
      ids: () => ids ?? [],
      list: (...given: Parameters<OpenStores['products']['list']>) => stores.products.list(...given),
      searched: 'creme',
      change: async (now: Date) => {
        const changed = five.map((each) => (each.id === 13 ? { ...each, price: 1 } : each));
        await stores.products.saveProducts(changed, now);
      },
    };
    const variations = {
      ids: () => variationIds ?? [],
      list: (filter: ProductFilter, page: { page: number; perPage: number }) =>
        stores.products.listVariations(12, filter, page),
      searched: 'v-1',
      change: async (now: Date) => {
        const stored = await stores.products.findVariation(23);
        if (stored) await stores.products.saveVariations([{ ...stored, price: 1 }], now);
      },
    };
    describe('products', () => {
      recordListContract(listed);
      datedListContract(listed);
    });
    describe('variations', () => {
      recordListContract(variations);
      datedListContract(variations);
    });

    it('shows what is in some statuses', async () => {
      await stores.products.saveProducts([{ ...(five[0] ?? aProduct(11)), status: 'draft' }], NOON);
      const filter = { status: ['draft', 'trash'], orderBy: 'id', order: 'asc' } as const;
      const { entries, total } = await stores.products.list(filter, { page: 1, perPage: 5 });
      expect([entries.map(({ id }) => id), total]).toEqual([[11], 1]);
      expect(entries[0]?.categoryIds).toEqual([1]);
      expect((await stores.products.listVariations(12, filter, { page: 1, perPage: 5 })).total).toBe(0);
      const counted = async (match: ProductCountFilter) => [...(await stores.products.countByStatus(match))].sort();
      // Variations are not counted.
      expect(await counted({ include: [...ids, ...variationIds] })).toEqual([
        ['draft', 1],
        ['publish', 4],
      ]);
      expect(await counted({ search: 'creme' })).toEqual([['publish', 1]]);
      expect(await counted({ search: 'creme', categoryId: 1 })).toEqual([['publish', 1]]);
      expect(await counted({ categoryId: 2 })).toEqual([]);
    });
  });
